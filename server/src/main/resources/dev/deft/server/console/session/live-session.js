// One session as it is and as it goes on: its entries, what is live, its open requests.

import { app } from "../app/app.js";
import { ApiProblem } from "../app/api.js";
import { EventStream } from "../app/events.js";
import { sessionPath } from "../app/live-data.js";
import { perFrame } from "../ui/element.js";
import { Timeline } from "./reducer.js";

/** @typedef {import("../app/live-data.js").Session} Session */

const PAGE = 200;
/** Each page is a search through the log, so there are fewer and larger ones further back. */
const OLDER = 600;
const LAST = 2_147_483_647;
/** A hidden page gives its connection back after a while: browsers have six for each server. */
const HIDDEN = 60_000;

/** Dispatches `change` at most once per frame, and `ended` when a run ended. */
export class LiveSession extends EventTarget {
  /** @param {string} workspace @param {string} id */
  constructor(workspace, id) {
    super();
    this.ref = { workspace, id };
    this.base = sessionPath(this.ref);
    this.timeline = new Timeline();
    /** @type {Session | undefined} */
    this.session = undefined;
    /** @type {Error | undefined} */
    this.problem = undefined;
    this.loaded = false;
    this.complete = false;
    this.loadingOlder = false;
    this.gone = false;
    /** @type {import("../app/events.js").LinkState} */
    this.link = "connecting";
    /** @type {EventStream | undefined} */
    this.stream = undefined;
    this.changed = perFrame(() => this.dispatchEvent(new CustomEvent("change")));
    this.hideTimer = 0;
    this.visible = () => this.#visible();
  }

  async start() {
    document.addEventListener("visibilitychange", this.visible);
    try {
      const [session, page] = await Promise.all([app.api.get(this.base), this.#page(LAST, PAGE)]);
      if (this.gone) {
        return;
      }
      this.session = session;
      page.forEach((it) => this.timeline.append(it));
      this.loaded = true;
      this.problem = undefined;
      this.#connect();
    } catch (problem) {
      this.problem = problem instanceof Error ? problem : new Error(String(problem));
    }
    this.changed();
  }

  stop() {
    this.gone = true;
    document.removeEventListener("visibilitychange", this.visible);
    clearTimeout(this.hideTimer);
    this.stream?.close();
    this.stream = undefined;
  }

  /** @param {number} before @param {number} limit @returns {Promise<import("./reducer.js").Entry[]>} in order */
  async #page(before, limit) {
    const { items } = await app.api.get(`${this.base}/entries`, { query: { before, limit, branch: "active" } });
    const entries = [...items].sort((a, b) => a.id - b.id);
    this.complete = entries.length < limit || entries[0]?.id <= 1;
    return entries;
  }

  /** Loads entries from before the first one. */
  async older() {
    if (this.complete || this.loadingOlder || !this.loaded) {
      return;
    }
    this.loadingOlder = true;
    this.changed();
    try {
      this.timeline.prepend(await this.#page(this.timeline.first, OLDER));
    } catch (problem) {
      if (!(problem instanceof ApiProblem)) {
        throw problem;
      }
      this.complete = true;
      app.toast("bad", "Earlier entries could not be loaded", problem.message);
    }
    this.loadingOlder = false;
    this.changed();
  }

  #connect() {
    const after = this.stream?.last || String(this.timeline.last);
    this.stream = new EventStream(`${this.base}/events`, {
      event: (event) => this.#took(event),
      state: (state) => {
        this.link = state;
        this.changed();
      },
      refused: (status) => this.#refused(status),
    }, after);
  }

  /** @param {number} status */
  #refused(status) {
    if (status === 401) {
      app.api.signedOut();
    }
    if (status === 404) {
      this.problem = new Error("The session does not exist any more.");
      this.changed();
    }
    return status >= 500 || status === 429;
  }

  #visible() {
    clearTimeout(this.hideTimer);
    if (document.hidden) {
      this.hideTimer = window.setTimeout(() => this.stream?.close(), HIDDEN);
    } else if (this.loaded && this.link === "closed" && !this.gone) {
      this.#connect();
    }
  }

  /** @param {import("../app/events.js").ServerEvent} event */
  #took(event) {
    if (this.gone) {
      return;
    }
    const data = JSON.parse(event.data || "{}");
    switch (event.type) {
      case "entry":
        if (this.timeline.append(data)) {
          this.#told(data);
        }
        break;
      case "live":
        this.timeline.live(event.id, data);
        break;
      case "snapshot":
        this.timeline.snapshot(event.id, data);
        break;
      case "state":
        this.session = data;
        break;
      case "request":
        app.data.opened(data);
        break;
      case "request_closed":
        app.data.closed(data);
        break;
    }
    this.changed();
  }

  /** @param {import("./reducer.js").Entry} entry */
  #told(entry) {
    if (entry.role === "event" && entry.event?.type === "result") {
      this.dispatchEvent(new CustomEvent("ended", { detail: entry.event }));
    } else if (entry.role === "title" && this.session) {
      this.session = { ...this.session, title: entry.title };
    } else if (entry.role === "rewind") {
      this.dispatchEvent(new CustomEvent("rewound"));
    }
  }

  /** Puts a text into the composer, to be changed and sent again. @param {string} text */
  offer(text) {
    this.dispatchEvent(new CustomEvent("draft", { detail: text }));
  }

  /** What waits for an answer here. @returns {import("../app/live-data.js").Request[]} */
  requests() {
    return [...app.data.requests.values()].filter((it) => it.session === this.ref.id && it.workspace === this.ref.workspace);
  }

  /** An act on the session. @param {string} name such as `undo` @param {unknown} [body] @returns {Promise<any>} */
  act(name, body = {}) {
    return app.api.post(`${this.base}/${name}`, body);
  }
}
