// The event stream of a match. A browser has six HTTP/1.1 connections to a server for all its tabs,
// so at most four of them are streams: each holds one of four Web Locks. (Without HTTPS there are no
// locks, and every visible tab has a stream.)

const PLACES = 4;

/** Takes one of the places until a promise resolves. Returns whether there was one. @param {Promise<void>} end */
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

export class MatchStream {
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
