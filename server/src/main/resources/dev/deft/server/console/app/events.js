// Server-sent events that resume where they broke off. Read with fetch instead of EventSource, which
// cannot say where to go on after a reload, hides the status of a refusal, and gives up on some.

/** @typedef {{ id: string, type: string, data: string }} ServerEvent */
/** @typedef {"connecting" | "live" | "reconnecting" | "closed"} LinkState */

/** Takes the bytes of a stream apart into events. */
export class EventParser {
  constructor() {
    this.decoder = new TextDecoder();
    this.rest = "";
    this.id = "";
    this.type = "";
    /** @type {string[]} */
    this.data = [];
    this.hasId = false;
  }

  /** @param {Uint8Array} bytes @returns {ServerEvent[]} the events that are complete now */
  push(bytes) {
    this.rest += this.decoder.decode(bytes, { stream: true });
    /** @type {ServerEvent[]} */
    const events = [];
    let from = 0;
    for (;;) {
      const end = this.#lineEnd(from);
      if (end < 0) {
        break;
      }
      this.#line(this.rest.slice(from, end), events);
      from = end + (this.rest[end] === "\r" && this.rest[end + 1] === "\n" ? 2 : 1);
    }
    this.rest = this.rest.slice(from);
    return events;
  }

  /** A CR at the very end may be half of a line end. @param {number} from */
  #lineEnd(from) {
    const feed = this.rest.indexOf("\n", from);
    const back = this.rest.indexOf("\r", from);
    if (back >= 0 && (feed < 0 || back < feed)) {
      return back + 1 < this.rest.length ? back : -1;
    }
    return feed;
  }

  /** @param {string} line @param {ServerEvent[]} events */
  #line(line, events) {
    if (line === "") {
      if (this.data.length > 0) {
        events.push({ id: this.hasId ? this.id : "", type: this.type || "message", data: this.data.join("\n") });
      }
      this.type = "";
      this.data = [];
      this.hasId = false;
      return;
    }
    const colon = line.indexOf(":");
    if (colon === 0) {
      return;
    }
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1);
    if (field === "data") {
      this.data.push(value);
    } else if (field === "event") {
      this.type = value;
    } else if (field === "id") {
      this.id = value;
      this.hasId = true;
    }
  }
}

const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 10_000;
/** The server sends a sign of life every 15 s. */
const SILENCE = 40_000;

export class EventStream {
  /**
   * @param {string} url
   * @param {object} handlers
   * @param {(event: ServerEvent) => void} handlers.event
   * @param {(state: LinkState) => void} [handlers.state]
   * @param {(status: number) => boolean} [handlers.refused] true to try again
   * @param {string} [after] the id of the last event that is known
   */
  constructor(url, handlers, after = "") {
    this.url = url;
    this.handlers = handlers;
    this.last = after;
    this.pause = FIRST_PAUSE;
    this.controller = new AbortController();
    /** @type {() => void} */
    this.wake = () => {};
    this.retry = () => this.wake();
    window.addEventListener("online", this.retry);
    this.#run();
  }

  close() {
    window.removeEventListener("online", this.retry);
    this.controller.abort();
    this.wake();
    this.handlers.state?.("closed");
  }

  async #run() {
    this.handlers.state?.("connecting");
    while (!this.controller.signal.aborted) {
      const again = await this.#connect();
      if (!again || this.controller.signal.aborted) {
        return;
      }
      this.handlers.state?.("reconnecting");
      await new Promise((done) => {
        const timer = setTimeout(done, this.pause * (0.75 + Math.random() / 2));
        this.wake = () => {
          clearTimeout(timer);
          done(undefined);
        };
      });
      this.pause = Math.min(LONGEST_PAUSE, this.pause * 1.7);
    }
  }

  /** Until the connection breaks. @returns {Promise<boolean>} whether to try again */
  async #connect() {
    const attempt = new AbortController();
    const end = () => attempt.abort();
    this.controller.signal.addEventListener("abort", end, { once: true });
    let silence = setTimeout(end, SILENCE);
    try {
      /** @type {Record<string, string>} */
      const headers = { Accept: "text/event-stream" };
      if (this.last) {
        headers["Last-Event-ID"] = this.last;
      }
      const response = await fetch(this.url, {
        headers, signal: attempt.signal, cache: "no-store", credentials: "same-origin",
      });
      if (!response.ok || !response.body) {
        return this.handlers.refused?.(response.status) ?? response.status >= 500;
      }
      this.handlers.state?.("live");
      this.pause = FIRST_PAUSE;
      const parser = new EventParser();
      const reader = response.body.getReader();
      for (;;) {
        const { done, value } = await reader.read();
        if (done || !value) {
          return true;
        }
        clearTimeout(silence);
        silence = setTimeout(end, SILENCE);
        for (const event of parser.push(value)) {
          if (event.id) {
            this.last = event.id;
          }
          this.handlers.event(event);
        }
      }
    } catch (problem) {
      if (problem instanceof DOMException || problem instanceof TypeError) {
        return true;
      }
      throw problem;
    } finally {
      clearTimeout(silence);
      this.controller.signal.removeEventListener("abort", end);
      attempt.abort();
    }
  }
}
