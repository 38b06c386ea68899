// Presence: a visible page says every few seconds that it is there, and learns who else is.

import { call } from "../api.js";

const BEAT = 5000;

export class PresenceWatch {
  /** @param {string} id @param {() => void} redraw */
  constructor(id, redraw) {
    this.id = id;
    this.redraw = redraw;
    /** @type {PlayerNumber[] | null} null before anything is known */
    this.here = null;
    /** @type {number | undefined} */
    this.timer = undefined;
  }

  /** Between two people, from when both seats are taken until the duel is over. @param {boolean} isWanted */
  watch(isWanted) {
    if (!isWanted) {
      this.stop();
    } else if (this.timer === undefined) {
      this.timer = setInterval(() => this.beat(), BEAT);
      document.addEventListener("visibilitychange", this.beat);
      addEventListener("pagehide", this.leave);
      this.beat();
    }
  }

  stop() {
    if (this.timer === undefined) return;
    clearInterval(this.timer);
    this.timer = undefined;
    this.here = null;
    document.removeEventListener("visibilitychange", this.beat);
    removeEventListener("pagehide", this.leave);
    this.leave();
  }

  beat = async () => {
    if (document.hidden) return this.leave();
    try {
      const { here } = await call(`/api/matches/${this.id}/presence`, { here: true });
      if (this.timer === undefined || String(here) === String(this.here)) return;
      this.here = here;
      this.redraw();
    } catch {
      // The lost connection has a notice already.
    }
  };

  /** Says goodbye; `keepalive` lets the request outlive the page. */
  leave = () => {
    fetch(`/api/matches/${this.id}/presence`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ here: false }),
      keepalive: true,
    }).catch(() => undefined);
  };

  /** Whether a player is known to be away. @param {PlayerNumber} player */
  isAway(player) {
    return this.here !== null && !this.here.includes(player);
  }
}
