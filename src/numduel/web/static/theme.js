// Runs before the page is drawn, so that a chosen theme does not flash: light, dark, or none.
{
  const chosen = localStorage.getItem("numduel.theme");
  if (chosen === '"light"') document.documentElement.dataset.theme = "light";
  if (chosen === '"dark"') document.documentElement.dataset.theme = "dark";
}
