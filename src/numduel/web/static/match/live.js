// A match as the server has it, kept fresh: events while the line holds, retries while it does
// not, and a move that could not be sent yet is kept and sent when the server is back.

import { Refused, Unreachable, call, newKey } from "../api.js";
import { recall, remember } from "../keep.js";

const PAUSES = [500, 1000, 2000, 4000, 8000, 15000];
const LONG_HIDDEN = 5 * 60_000; // a browser has few lines to one server: a tab long unseen gives its own up

/** @typedef {{ply: number, move: string, key: string}} Sent */

export class LiveMatch {
  /**
   * @param {string} id
   * @param {{changed: (before: Snapshot | null) => void, redraw: () => void, say: (sentence: string) => void}} page
   */
  constructor(id, page) {
    this.id = id;
    this.page = page;
    /** @type {Snapshot | null} */
    this.match = null;
    /** @type {Sent | null} */
    this.pending = recall(`pending.${id}`, sessionStorage);
    this.isLost = false;
    this.failures = 0;
    this.nextTry = 0;
    this.isSending = false;
    this.isGone = false;
    /** @type {EventSource | null} */
    this.events = null;
    /** @type {number | undefined} */
    this.timer = undefined;
    /** @type {number | undefined} */
    this.hidden = undefined;
    addEventListener("online", this.retryNow);
    document.addEventListener("visibilitychange", this.wake);
  }

  /** Fetches the match and starts to listen; throws what the server refuses. */
  async open() {
    try {
      this.take(await call(`/api/matches/${this.id}`));
    } catch (fault) {
      if (fault instanceof Refused) throw fault;
      this.lose();
    }
    if (!this.isGone) this.listen();
    if (this.pending) this.flush();
  }

  close() {
    this.isGone = true;
    this.events?.close();
    clearTimeout(this.timer);
    clearTimeout(this.hidden);
    removeEventListener("online", this.retryNow);
    document.removeEventListener("visibilitychange", this.wake);
  }

  listen() {
    this.events?.close();
    const events = new EventSource(`/api/matches/${this.id}/events`);
    this.events = events;
    events.addEventListener("match", (event) => this.take(JSON.parse(event.data)));
    events.onopen = () => this.regain();
    events.onerror = () => {
      if (this.events === events) this.lose();
    };
  }

  /** A snapshot from anywhere; an older one than we have is passed over. @param {Snapshot} match */
  take(match) {
    if (this.isGone || match.id !== this.id) return;
    if (this.match && match.version < this.match.version) return;
    const before = this.match;
    this.match = match;
    if (this.pending && match.ply > this.pending.ply) this.settle(this.pending);
    this.page.changed(before);
    this.page.redraw();
  }

  /** The line is gone: say so, and try again after a growing pause. */
  lose() {
    if (this.isGone) return;
    this.isLost = true;
    this.page.redraw();
    if (this.timer !== undefined) return;
    const pause = PAUSES[Math.min(this.failures, PAUSES.length - 1)];
    this.failures += 1;
    this.nextTry = Date.now() + pause;
    this.timer = setTimeout(() => this.retry(), pause);
  }

  retryNow = () => {
    if (this.isLost) this.retry();
  };

  wake = () => {
    clearTimeout(this.hidden);
    if (document.visibilityState === "visible") {
      if (this.match) this.retry();
      return;
    }
    this.hidden = setTimeout(() => this.events?.close(), LONG_HIDDEN);
  };

  async retry() {
    clearTimeout(this.timer);
    this.timer = undefined;
    try {
      if (this.pending) await this.send();
      else this.take(await call(`/api/matches/${this.id}`));
      this.regain();
      if (this.events?.readyState === EventSource.CLOSED) this.listen();
    } catch {
      this.lose();
    }
  }

  regain() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.failures = 0;
    if (this.isLost) {
      this.isLost = false;
      this.page.redraw();
    }
    if (this.pending) this.flush();
  }

  /** Plays a move here and now, or as soon as the server answers. @param {string} move */
  play(move) {
    if (!this.match || this.pending) return;
    this.pending = { ply: this.match.ply, move, key: newKey() };
    remember(`pending.${this.id}`, this.pending, sessionStorage);
    this.page.redraw();
    this.flush();
  }

  async flush() {
    try {
      await this.send();
    } catch {
      this.lose();
    }
  }

  /** Sends the kept move with its key, so that it counts once however often it is sent. */
  async send() {
    const sent = this.pending;
    if (!sent || this.isSending) return;
    this.isSending = true;
    try {
      const { match } = await call(`/api/matches/${this.id}/moves`, sent);
      this.settle(sent);
      this.take(match);
    } catch (fault) {
      if (fault instanceof Unreachable) throw fault;
      this.settle(sent);
      if (fault instanceof Refused && fault.body?.match) this.take(fault.body.match);
      this.page.say(fault instanceof Error ? fault.message : String(fault));
    } finally {
      this.isSending = false;
    }
    // An event may have told of this move before its answer came, and the next one been made.
    if (this.pending) await this.send();
  }

  /** A move is no longer on its way. @param {Sent} sent */
  settle(sent) {
    if (this.pending !== sent) return;
    this.pending = null;
    remember(`pending.${this.id}`, null, sessionStorage);
  }

  /**
   * Asks for something other than a move; what is refused is said.
   * @param {string} what @param {object} body
   * @returns {Promise<boolean>} whether it was done
   */
  async ask(what, body) {
    try {
      const answer = await call(`/api/matches/${this.id}/${what}`, body);
      if (answer?.match) this.take(answer.match);
      return true;
    } catch (fault) {
      this.page.say(fault instanceof Unreachable ? `${fault.message} Try again in a moment.` : String(/** @type {Error} */ (fault).message));
      return false;
    }
  }
}
