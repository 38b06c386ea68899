"""The routes of the site, by subject."""
