// One event stream for all tabs of this browser. A browser has six connections to a server, and a
// stream for each tab would use them up. One tab leads: it has the stream, and tells the others by
// BroadcastChannel what it hears. The others knock every few seconds. If nobody answers, the tab
// that leads is gone, and whoever notices first leads from then on. Where there is no
// BroadcastChannel there is no stream, and each match is asked for now and then (see live.js).

import { newKey } from "../api.js";

const KNOCK = 3000;
const PATIENCE = 400; // for the first answer to a tab that has just been opened
const FORGOTTEN = 150_000; // a browser may let a hidden tab knock once a minute only
const PAUSES = [1000, 2000, 4000, 8000, 15000, 30000];
const MOST = 50; // matches in one stream; further tabs ask now and then

/** @typedef {{take: (match: Snapshot) => void, hear: (isTold: boolean) => void}} Follower */
/**
 * What tabs say to each other: "knock" asks for matches, "here" tells of which ones the open stream
 * tells, "bye" is said by a tab that goes. A match that is new to a tab makes a new stream: the
 * browser may have a seat in it since the last one began.
 * @typedef {{kind: "knock", tab: string, matches: string[], isNew: boolean}
 *   | {kind: "here", tab: string, told: string[]}
 *   | {kind: "match", match: Snapshot}
 *   | {kind: "bye", tab: string}} TabMessage
 */

class SharedStream {
  constructor() {
    this.tab = newKey();
    /** @type {Map<string, Follower>} what this tab wants to hear of, by the match's id */
    this.followers = new Map();
    /** @type {Map<string, {matches: string[], at: number}>} what other tabs want, while this one leads */
    this.others = new Map();
    /** @type {Set<string>} the matches of which the open stream tells, of this tab or of another */
    this.told = new Set();
    this.isLeading = false;
    this.isUnanswered = false;
    /** @type {EventSource | null} */
    this.events = null;
    /** @type {string[]} the matches of this tab's stream */
    this.matches = [];
    this.failures = 0;
    /** @type {number | undefined} */
    this.timer = undefined;
    /** @type {number | undefined} */
    this.ticker = undefined;
    this.channel = typeof BroadcastChannel === "function" ? new BroadcastChannel("numduel.events") : null;
    this.channel?.addEventListener("message", ({ data }) => this.listen(data));
    addEventListener("pagehide", () => this.leave());
    addEventListener("pageshow", (event) => {
      if (event.persisted) this.knock();
    });
  }

  /** Tells a follower of a match, until they stop. @param {string} id @param {Follower} follower */
  follow(id, follower) {
    if (!this.channel || this.followers.get(id) === follower) return;
    this.followers.set(id, follower);
    follower.hear(this.told.has(id));
    this.ticker ??= setInterval(() => this.tick(), KNOCK);
    this.knock(true);
  }

  /** @param {string} id @param {Follower} follower */
  stop(id, follower) {
    if (this.followers.get(id) !== follower) return;
    this.followers.delete(id);
    if (this.isLeading) this.serve();
    else if (this.followers.size) this.ask();
    else this.leave();
  }

  /** Asks whoever leads to tell of this tab's matches; leads if nobody answers. */
  knock(isNew = false) {
    if (this.isLeading || !this.followers.size) {
      this.serve(isNew);
      return;
    }
    this.ask(isNew);
    if (!this.told.size) this.leadAfter(PATIENCE);
  }

  ask(isNew = false) {
    this.isUnanswered = true;
    this.post({ kind: "knock", tab: this.tab, matches: [...this.followers.keys()], isNew });
  }

  tick() {
    if (this.isUnanswered) this.lead();
    else if (!this.isLeading) this.knock();
  }

  /** @param {number} pause */
  leadAfter(pause) {
    setTimeout(() => {
      if (this.isUnanswered) this.lead();
    }, pause);
  }

  lead() {
    this.isUnanswered = false;
    if (this.isLeading || !this.followers.size) return;
    this.isLeading = true;
    this.setTold([]);
    this.answer();
    this.serve();
  }

  /** The tab goes, or shows no match any more. */
  leave() {
    clearInterval(this.ticker);
    this.ticker = undefined;
    this.isUnanswered = false;
    this.others.clear();
    this.hang();
    this.told.clear();
    this.isLeading = false;
    this.post({ kind: "bye", tab: this.tab });
  }

  /** @param {TabMessage} message */
  post(message) {
    this.channel?.postMessage(message);
  }

  answer() {
    this.post({ kind: "here", tab: this.tab, told: [...this.told] });
  }

  /** @param {TabMessage} message */
  listen(message) {
    if (message.kind === "match") {
      this.followers.get(message.match.id)?.take(message.match);
    } else if (message.kind === "here") {
      this.hearLeader(message.tab, message.told);
    } else if (message.kind === "knock") {
      if (!this.isLeading) return;
      this.others.set(message.tab, { matches: message.matches, at: Date.now() });
      this.serve(message.isNew);
      this.answer();
    } else if (this.isLeading) {
      this.others.delete(message.tab);
      this.serve();
    } else if (this.followers.size) {
      // If it was the one that led, nobody answers: one of those who are left leads.
      this.ask();
      this.leadAfter(PATIENCE * (1 + Math.random()));
    }
  }

  /** Another tab leads. If two lead, the one whose name comes first goes on. @param {string} tab @param {string[]} told */
  hearLeader(tab, told) {
    if (this.isLeading && this.tab < tab) {
      this.answer();
      return;
    }
    if (this.isLeading) {
      this.isLeading = false;
      this.others.clear();
      this.hang();
      this.knock();
    }
    this.isUnanswered = false;
    this.setTold(told);
  }

  /** Makes sure that the stream, if this tab leads, tells of all matches that are wanted. */
  serve(isNew = false) {
    if (!this.isLeading) return;
    for (const [tab, { at }] of this.others) if (Date.now() - at > FORGOTTEN) this.others.delete(tab);
    const wanted = new Set(this.followers.keys());
    for (const { matches } of this.others.values()) for (const id of matches) wanted.add(id);
    if (!wanted.size) {
      this.leave();
      return;
    }
    const matches = [...wanted].slice(0, MOST);
    // What is no longer wanted does not matter: only what is missing makes a new stream.
    if (!isNew && this.events && matches.every((id) => this.matches.includes(id))) return;
    this.matches = matches;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.open(), 50); // several tabs may come at once
  }

  open() {
    this.hang();
    const query = new URLSearchParams(this.matches.map((id) => ["match", id]));
    const events = new EventSource(`/api/events?${query}`);
    this.events = events;
    const { matches } = this;
    events.addEventListener("match", ({ data }) => {
      const match = JSON.parse(data);
      this.post({ kind: "match", match });
      this.followers.get(match.id)?.take(match);
    });
    events.onopen = () => {
      this.failures = 0;
      this.tell(matches);
    };
    events.onerror = () => {
      if (this.events !== events) return;
      this.tell([]);
      if (events.readyState !== EventSource.CLOSED) return; // the browser tries again by itself
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.open(), PAUSES[Math.min(this.failures, PAUSES.length - 1)]);
      this.failures += 1;
    };
  }

  /** Ends this tab's stream, if it has one. */
  hang() {
    clearTimeout(this.timer);
    this.events?.close();
    this.events = null;
  }

  /** Says of which matches this tab's stream tells now. @param {string[]} told */
  tell(told) {
    this.setTold(told);
    this.answer();
  }

  /** @param {string[]} told */
  setTold(told) {
    this.told = new Set(told);
    for (const [id, follower] of this.followers) follower.hear(this.told.has(id));
  }
}

/** The stream that this tab shares. */
export const sharedStream = new SharedStream();
