// A link to share: shown whole, copied by a button, or passed to the system's share sheet.

import { html, nothing } from "../vendor/lit-html/lit-html.js";

/**
 * @param {{label: string, path: string, id: string, title?: string, say: (sentence: string) => void}} link
 */
export function copyLink({ label, path, id, title, say }) {
  const url = new URL(path, sharedOrigin()).href;
  return copyField({ label, text: url, id, say, what: "The link", shared: { title, url } });
}

/**
 * A text to share.
 * @param {{label: string, text: string, id: string, say: (sentence: string) => void, what?: string, shared?: ShareData}} about
 */
export function copyField({ label, text, id, say, what = "The text", shared = { text } }) {
  const copy = async () => {
    const field = /** @type {HTMLTextAreaElement} */ (document.getElementById(id));
    field.select();
    say((await putOnClipboard(text)) ? `${what} is copied.` : `${what} is marked: copy it with Ctrl+C.`);
  };
  const share = () => navigator.share(shared).catch(() => undefined); // cancelled
  return html`<div class="copy">
    <label for=${id}>${label}</label>
    <div class="together">
      <textarea id=${id} rows="1" readonly .value=${text} @focus=${select}></textarea>
      <button type="button" class="button" @click=${copy}>Copy</button>
      ${"share" in navigator ? html`<button type="button" class="button" @click=${share}>Share</button>` : nothing}
    </div>
  </div>`;
}

/** Whether only this machine reaches a host. @param {string} hostname */
export function isLoopback(hostname) {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/** The origin of links for others: on loopback the one in the network, if `serve --lan` names it. */
export function sharedOrigin() {
  const lan = document.querySelector('meta[name="lan-origin"]')?.getAttribute("content");
  return (isLoopback(location.hostname) && lan) || location.origin;
}

/** Copies a text. The clipboard API needs HTTPS; without it, use execCommand. @param {string} text */
async function putOnClipboard(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return document.execCommand("copy");
  }
}

/** @param {FocusEvent} event */
function select(event) {
  /** @type {HTMLTextAreaElement} */ (event.target).select();
}
