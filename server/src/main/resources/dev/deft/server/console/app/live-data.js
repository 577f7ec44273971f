// What the whole console shares: who we are, workspaces, sessions, open requests; kept current by
// the events of the server.

import { path } from "./api.js";
import { EventStream } from "./events.js";

/**
 * @typedef {{ input_tokens: number, output_tokens: number, cache_read: number, cache_write: number, cost_usd?: number | null }} Usage
 * @typedef {{ workspace: string, id: string, title: string, state: "idle" | "running" | "waiting" | "interrupted",
 *   agent?: string, model?: string, created?: string, modified: string, turns: number, usage?: Usage,
 *   context?: { tokens: number, window: number }, parent?: string, server?: string, queued: number,
 *   requests_open: number, here: boolean, url?: string }} Session
 * @typedef {{ question: string, header?: string, options?: { label: string, description?: string }[], multi_select?: boolean }} Question
 * @typedef {{ id: string, kind: "approval" | "question", workspace: string, session: string, call_id: string,
 *   asked_at: string, from?: string, tool?: string, args?: Record<string, unknown>, reasons?: string[],
 *   rules?: string[], preview?: string, questions?: Question[] }} Request
 * @typedef {{ id: string, root: string, trusted?: boolean, sessions_running?: number, requests_open?: number }} Workspace
 * @typedef {{ name: string, version: string, started_at?: string, server?: string, store?: string, servers?: string[],
 *   principal: { name: string, scopes: string[], workspaces?: string[] } }} ServerInfo
 */

/** @param {{ workspace: string, id: string }} session */
export function keyOf(session) {
  return `${session.workspace}\u0000${session.id}`;
}

/** The path of a session in the API. @param {{ workspace: string, id: string }} session */
export function sessionPath(session) {
  return path`/v1/workspaces/${session.workspace}/sessions/${session.id}`;
}

const HIDDEN = 60_000;

/** Dispatches `info`, `workspaces`, `sessions` (detail: the session), `requests`, `link`, `reset` and `schedule_run`. */
export class LiveData extends EventTarget {
  /** @param {import("./api.js").Api} api */
  constructor(api) {
    super();
    this.api = api;
    /** @type {ServerInfo | undefined} */
    this.info = undefined;
    /** @type {Workspace[]} */
    this.workspaces = [];
    /** What the events told of sessions since the page was opened. @type {Map<string, Session>} */
    this.sessions = new Map();
    /** @type {Set<string>} */
    this.deleted = new Set();
    /** @type {Map<string, Request>} */
    this.requests = new Map();
    /** Who answered what is closed, for cards that are still on display. @type {Map<string, string>} */
    this.answered = new Map();
    /** @type {import("./events.js").LinkState} */
    this.link = "connecting";
    /** @type {EventStream | undefined} */
    this.stream = undefined;
    this.hideTimer = 0;
    /** Lets another hidden page listen. @type {(() => void) | undefined} */
    this.leave = undefined;
  }

  /** @param {"look" | "speak" | "approve" | "administer"} scope */
  may(scope) {
    return this.info?.principal.scopes.includes(scope) ?? false;
  }

  async start() {
    await this.#readLists();
    this.#listen("");
    document.addEventListener("visibilitychange", () => this.#visible());
  }

  /** A hidden page listens only if no other hidden one does: browsers have six connections for each server. */
  async #visible() {
    clearTimeout(this.hideTimer);
    if (!document.hidden) {
      this.leave?.();
      if (this.link === "closed") {
        this.#listen(this.stream?.last ?? "");
      }
      return;
    }
    const alone = await this.#alone();
    if (!alone && document.hidden) {
      this.hideTimer = window.setTimeout(() => this.stream?.close(), HIDDEN);
    }
  }

  /** @returns {Promise<boolean>} whether this is the page that goes on listening while all are hidden */
  #alone() {
    if (!navigator.locks) {
      return Promise.resolve(false);
    }
    return new Promise((done) => {
      navigator.locks.request("deft-hidden", { ifAvailable: true }, (lock) => {
        done(lock !== null);
        return lock === null ? undefined : new Promise((leave) => {
          this.leave = () => leave(undefined);
        });
      });
    });
  }

  /** @param {string} after the last event that is known */
  #listen(after) {
    this.stream = new EventStream("/v1/events", {
      event: (event) => this.#took(event),
      state: (state) => {
        this.link = state;
        this.#tell("link");
      },
      refused: (status) => {
        if (status === 401) {
          this.api.signedOut();
        }
        return status !== 401 && status !== 403;
      },
    }, after);
  }

  async #readLists() {
    const known = new Set(this.requests.keys());
    const info = await this.api.get("/v1");
    const [workspaces, requests] = await Promise.all([
      this.api.all("/v1/workspaces"),
      this.api.all("/v1/requests"),
    ]);
    this.info = info;
    this.workspaces = workspaces;
    // What opened or was answered in the meantime may be missing in the list, or still in it.
    const opened = [...this.requests.values()].filter((it) => !known.has(it.id));
    const open = [...requests, ...opened].filter((it) => !this.answered.has(it.id));
    this.requests = new Map(open.map((/** @type {Request} */ it) => [it.id, it]));
    ["info", "workspaces", "requests"].forEach((it) => this.#tell(it));
  }

  /** @param {string} type @param {unknown} [detail] */
  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  /** @param {import("./events.js").ServerEvent} event */
  #took(event) {
    const data = JSON.parse(event.data || "{}");
    switch (event.type) {
      case "hello":
        this.#greeted(data);
        break;
      case "session":
        this.deleted.delete(keyOf(data));
        this.sessions.set(keyOf(data), data);
        this.#tell("sessions", data);
        break;
      case "session_deleted":
        this.sessions.delete(keyOf(data));
        this.deleted.add(keyOf(data));
        this.#tell("sessions", data);
        break;
      case "request":
        this.opened(data);
        break;
      case "request_closed":
        this.closed(data);
        break;
      case "reset":
        this.#readLists().then(() => this.#tell("reset"), () => this.#tell("link"));
        break;
      case "schedule_run":
        this.#tell("schedule_run", data);
        break;
    }
  }

  /** What happened between reading the lists and listening was not heard. @param {{ server?: string, version?: string }} hello */
  #greeted(hello) {
    if (!this.stream?.last) {
      this.#readLists().then(() => this.#tell("reset"), () => this.#tell("link"));
    }
    if (this.info && hello.version && hello.version !== this.info.version) {
      this.#tell("new_version");
    }
  }

  /** @param {Request} request */
  opened(request) {
    if (!this.answered.has(request.id) && !this.requests.has(request.id)) {
      this.requests.set(request.id, request);
      this.#tell("requests", request);
    }
  }

  /** @param {{ id: string, answered_by?: string }} closed */
  closed(closed) {
    this.answered.set(closed.id, closed.answered_by ?? "");
    if (this.requests.delete(closed.id)) {
      this.#tell("requests");
    }
  }
}
