// A match synchronised with the server: by an event stream while the page is visible, otherwise by
// polling. A move that cannot be sent is stored, and sent when the server is back.

import { Refused, ServerUnreachable, call, newKey } from "../api.js";
import { recall, remember } from "../browser/storage.js";
import { isFull } from "../words.js";

const PAUSES = [500, 1000, 2000, 4000, 8000, 15000];
const POLL = 3000; // milliseconds, while a visible page has no stream
const HIDDEN_POLL = 15000;

/** @typedef {{ply: number, move: string, key: string}} Sent */

export class LiveMatch {
  /**
   * @param {string} id
   * @param {{changed: () => void, redraw: () => void, say: (sentence: string) => void}} page
   */
  constructor(id, page) {
    this.id = id;
    this.page = page;
    /** @type {Snapshot | null} */
    this.match = null;
    /** @type {Sent | null} */
    this.pending = recall(`pending.${id}`, sessionStorage);
    this.isLost = false;
    this.trouble = ""; // why, as a sentence
    this.failures = 0;
    this.isSending = false;
    this.isGone = false;
    /** @type {MatchStream | null} */
    this.stream = null;
    this.isStreaming = false; // whether the stream is connected
    /** @type {number | undefined} */
    this.timer = undefined;
    addEventListener("online", this.retryNow);
    document.addEventListener("visibilitychange", this.wake);
  }

  /** Fetches the match and keeps it up to date; throws a refusal of the server. */
  async open() {
    try {
      this.take(await call(`/api/matches/${this.id}`));
      this.listen();
      this.poll();
    } catch (fault) {
      if (fault instanceof Refused) throw fault;
      this.lose(fault);
    }
    if (this.pending) this.flush();
  }

  close() {
    this.isGone = true;
    clearTimeout(this.timer);
    this.hangUp();
    removeEventListener("online", this.retryNow);
    document.removeEventListener("visibilitychange", this.wake);
  }

  /** Opens the stream, if the page is visible and the match can still change. */
  listen() {
    if (this.stream || this.isGone || document.hidden || !this.isAlive) return;
    this.stream = new MatchStream(this.id, {
      take: (match) => this.take(match),
      open: () => {
        this.isStreaming = true;
        this.regain();
      },
      fail: (isOver) => {
        const wasStreaming = this.isStreaming;
        this.isStreaming = false;
        if (isOver) this.hangUp();
        if (wasStreaming) this.retry();
      },
    });
  }

  hangUp() {
    this.stream?.close();
    this.stream = null;
    this.isStreaming = false;
  }

  /** Whether the match can still change: after its end the other player may begin a rematch. */
  get isAlive() {
    const { match } = this;
    if (!match?.outcome) return true;
    return !match.next && isFull(match) && (match.mode === "link" || !match.you.length);
  }

  /** Polls the match, unless it has a stream or is over. */
  poll() {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.isStreaming || this.isGone || !this.isAlive) return;
    this.timer = setTimeout(() => this.retry(), document.hidden ? HIDDEN_POLL : POLL);
  }

  /** Takes a snapshot, unless it is older than ours. @param {Snapshot} match */
  take(match) {
    if (this.isGone || match.id !== this.id) return;
    if (this.match && match.version < this.match.version) return;
    this.match = match;
    if (this.pending && match.ply > this.pending.ply) this.settle(this.pending);
    if (!this.isAlive) this.hangUp();
    this.page.changed();
    this.page.redraw();
  }

  /** The server does not answer: say so, and try again with exponential backoff. @param {unknown} fault */
  lose(fault) {
    if (this.isGone) return;
    this.isLost = true;
    this.trouble = fault instanceof ServerUnreachable && !fault.isSilent ? fault.message : "The connection is lost.";
    this.page.redraw();
    clearTimeout(this.timer);
    const pause = PAUSES[Math.min(this.failures, PAUSES.length - 1)];
    this.failures += 1;
    this.timer = setTimeout(() => this.retry(), pause);
  }

  retryNow = () => {
    if (this.isLost) this.retry();
  };

  wake = () => {
    if (document.hidden) {
      this.hangUp();
      if (!this.isLost) this.poll();
    } else if (this.match) {
      this.retry();
    }
  };

  async retry() {
    clearTimeout(this.timer);
    this.timer = undefined;
    try {
      if (this.pending) await this.send();
      else this.take(await call(`/api/matches/${this.id}`));
      this.regain();
    } catch (fault) {
      if (fault instanceof Refused) this.page.say(fault.message);
      else this.lose(fault);
    }
  }

  regain() {
    this.failures = 0;
    if (this.isLost) {
      this.isLost = false;
      this.page.redraw();
    }
    this.listen();
    this.poll();
    if (this.pending) this.flush();
  }

  /** Plays a move now, or as soon as the server answers. @param {string} move */
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
    } catch (fault) {
      this.lose(fault);
    }
  }

  /** Sends the stored move with its key, so that it counts once. */
  async send() {
    const sent = this.pending;
    if (!sent || this.isSending) return;
    this.isSending = true;
    try {
      const { match } = await call(`/api/matches/${this.id}/moves`, sent);
      this.settle(sent);
      this.take(match);
    } catch (fault) {
      if (fault instanceof ServerUnreachable) throw fault;
      this.settle(sent);
      if (fault instanceof Refused && fault.body?.match) this.take(fault.body.match);
      this.page.say(fault instanceof Error ? fault.message : String(fault));
    } finally {
      this.isSending = false;
    }
    // An event may have come before this response, and the next move may be under way.
    if (this.pending) await this.send();
  }

  /** Removes a move that is no longer under way. @param {Sent} sent */
  settle(sent) {
    if (this.pending !== sent) return;
    this.pending = null;
    remember(`pending.${this.id}`, null, sessionStorage);
  }

  /**
   * Requests something other than a move; a refusal is shown.
   * @param {string} what @param {object} body
   * @returns {Promise<boolean>} whether it succeeded
   */
  async ask(what, body) {
    try {
      const answer = await call(`/api/matches/${this.id}/${what}`, body);
      if (answer?.match) this.take(answer.match);
      return true;
    } catch (fault) {
      this.page.say(fault instanceof ServerUnreachable ? `${fault.message} Try again in a moment.` : String(/** @type {Error} */ (fault).message));
      return false;
    }
  }
}

// The event stream of a match. A browser has six HTTP/1.1 connections to a server for all its tabs,
// so at most four are streams, each with one of four Web Locks. (Without HTTPS there are no locks,
// and every visible tab has a stream.)

const PLACES = 4;

/** Holds one of the locks until a promise resolves. Returns whether one was free. @param {Promise<void>} end */
async function takePlace(end) {
  if (!navigator.locks) return true;
  for (let place = 0; place < PLACES; place += 1) {
    /** @type {boolean} */
    const isTaken = await new Promise((resolve) => {
      navigator.locks.request(`numduel.stream.${place}`, { ifAvailable: true }, (lock) => {
        resolve(lock !== null);
        return lock && end;
      });
    });
    if (isTaken) return true;
  }
  return false;
}

class MatchStream {
  /**
   * @param {string} id
   * @param {{take: (match: Snapshot) => void, open: () => void, fail: (isOver: boolean) => void}} tell
   *   `fail` is called with false while the browser reconnects by itself
   */
  constructor(id, tell) {
    /** @type {EventSource | null} */
    this.events = null;
    this.isClosed = false;
    /** @type {() => void} */
    this.release = () => undefined;
    const end = new Promise((/** @type {(value: void) => void} */ resolve) => (this.release = resolve));
    takePlace(end).then((isTaken) => {
      if (this.isClosed) return;
      if (isTaken) this.connect(id, tell);
      else tell.fail(true);
    });
  }

  /** @param {string} id @param {{take: (match: Snapshot) => void, open: () => void, fail: (isOver: boolean) => void}} tell */
  connect(id, tell) {
    const events = (this.events = new EventSource(`/api/matches/${id}/events`));
    events.addEventListener("match", ({ data }) => tell.take(JSON.parse(data)));
    events.onopen = tell.open;
    events.onerror = () => tell.fail(events.readyState === EventSource.CLOSED);
  }

  close() {
    this.isClosed = true;
    this.events?.close();
    this.release();
  }
}
