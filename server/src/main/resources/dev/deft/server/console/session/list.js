import { html, nothing } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { app } from "../app/app.js";
import { keyOf } from "../app/live-data.js";
import { go, href } from "../app/router.js";
import { DeftElement, Listening, settled } from "../ui/element.js";
import { ago, compact, cost, fullTime, plural } from "../ui/format.js";
import { icon } from "../ui/icons.js";
import { empty, failed } from "../ui/states.js";
import { plain, spelled } from "../ui/text.js";
import { newSession } from "./new-session.js";

/** @typedef {import("../app/live-data.js").Session} Session */

const STATES = ["running", "waiting", "idle", "interrupted"];

/** The address of a session's page. @param {{ workspace: string, id: string }} session */
export function sessionHref(session) {
  return href("/w/:workspace/s/:session", { workspace: session.workspace, session: session.id });
}

/** All sessions, with search and filters; rows change as the sessions do. */
export class DeftSessions extends DeftElement {
  static properties = { query: { attribute: false }, params: { attribute: false }, chosen: { state: true } };

  constructor() {
    super();
    /** @type {Record<string, string>} */
    this.query = {};
    /** @type {Session[]} */
    this.sessions = [];
    /** @type {string | undefined} */
    this.next = undefined;
    this.loading = true;
    /** @type {Error | undefined} */
    this.problem = undefined;
    this.round = 0;
    this.chosen = -1;
    /** @type {string[]} */
    this.agents = [];
    this.asked = "";
    new Listening(this, app.data, ["workspaces"]);
    this.reload = settled(() => this.#load(), 150);
    this.search = settled((/** @type {string} */ text) => this.#filter("q", text), 250);
    this.heard = (/** @type {Event} */ event) => this.#heard(/** @type {CustomEvent} */ (event).detail);
  }

  connectedCallback() {
    super.connectedCallback();
    app.data.addEventListener("sessions", this.heard);
    app.data.addEventListener("reset", this.reload);
    this.unbind = app.keys.add([
      { keys: "j", does: "Next session", group: "Sessions", run: () => this.#choose(1) },
      { keys: "k", does: "Previous session", group: "Sessions", run: () => this.#choose(-1) },
      { keys: "n", does: "New session", group: "Sessions", run: () => newSession(this.query.workspace) },
    ]);
  }

  disconnectedCallback() {
    app.data.removeEventListener("sessions", this.heard);
    app.data.removeEventListener("reset", this.reload);
    this.unbind?.();
    super.disconnectedCallback();
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    const asked = JSON.stringify([this.query.q, this.query.state, this.query.workspace, this.query.agent]);
    if (changed.has("query") && asked !== this.asked) {
      this.asked = asked;
      this.#load();
    }
  }

  #asked() {
    const { q, state, workspace, agent } = this.query;
    return { q, state, workspace, agent };
  }

  /** @param {string} [cursor] */
  async #load(cursor) {
    const round = ++this.round;
    this.loading = true;
    this.requestUpdate();
    try {
      const page = await app.api.get("/v1/sessions", { query: { ...this.#asked(), parent: this.query.q ? undefined : "none", cursor } });
      if (round !== this.round) {
        return;
      }
      this.sessions = cursor ? [...this.sessions, ...page.items] : page.items;
      this.next = page.next;
      this.problem = undefined;
      this.agents = [...new Set([...this.agents, ...this.sessions.flatMap((it) => it.agent ? [it.agent] : [])])].sort();
    } catch (problem) {
      if (round !== this.round) {
        return;
      }
      this.problem = /** @type {Error} */ (problem);
    }
    this.loading = false;
    this.requestUpdate();
  }

  /** A session changed. Filters the server knows about are asked again. @param {Session} session */
  #heard(session) {
    const at = this.sessions.findIndex((it) => keyOf(it) === keyOf(session));
    if (app.data.deleted.has(keyOf(session))) {
      this.sessions = this.sessions.filter((it) => keyOf(it) !== keyOf(session));
    } else if (this.query.q || this.query.state || this.query.agent) {
      this.reload();
    } else if (!session.parent && (!this.query.workspace || this.query.workspace === session.workspace)) {
      const rest = at < 0 ? this.sessions : this.sessions.toSpliced(at, 1);
      this.sessions = [session, ...rest].sort((a, b) => (a.modified < b.modified ? 1 : -1));
    }
    this.requestUpdate();
  }

  /** @param {string} name @param {string} value */
  #filter(name, value) {
    go(href("/sessions", {}, { ...this.query, [name]: value || undefined }), { replace: true });
  }

  /** @param {number} step */
  #choose(step) {
    this.chosen = Math.max(0, Math.min(this.sessions.length - 1, this.chosen + step));
    this.updateComplete.then(() => {
      const row = this.querySelectorAll("a.session-row")[this.chosen];
      if (row instanceof HTMLElement) {
        row.focus();
      }
    });
  }

  render() {
    return html`<div class="page">
      <div class="page-head">
        <div class="titles"><h1>Sessions</h1><p>What your agents did, do, and wait for.</p></div>
        ${app.data.may("speak") ? html`<button class="btn primary" @click=${() => newSession(this.query.workspace)}>${icon("plus")}New session</button>` : nothing}
      </div>
      ${this.#tools()}
      ${this.problem && this.sessions.length === 0 ? failed(this.problem, () => this.#load()) : this.#list()}
    </div>`;
  }

  #tools() {
    const { q = "", state = "", workspace = "", agent = "" } = this.query;
    return html`<div class="toolbar" role="search" aria-label="Sessions">
      <label class="search">${icon("search")}<span class="sr-only">Search in sessions</span>
        <input class="input" type="search" placeholder="Search titles and messages" .value=${q} @input=${(/** @type {any} */ event) => this.search(event.target.value)}>
      </label>
      <div class="segmented" role="group" aria-label="State">
        <button aria-pressed=${!state} @click=${() => this.#filter("state", "")}>All</button>
        ${STATES.map((it) => html`<button aria-pressed=${state === it} @click=${() => this.#filter("state", it)}><span class="dot ${it}"></span>${it[0].toUpperCase() + it.slice(1)}</button>`)}
      </div>
      ${app.data.workspaces.length > 1 ? html`<select class="select" aria-label="Workspace" @change=${(/** @type {any} */ event) => this.#filter("workspace", event.target.value)}>
        <option value="">All workspaces</option>
        ${app.data.workspaces.map((it) => html`<option value=${it.id} .selected=${it.id === workspace}>${it.id}</option>`)}
      </select>` : nothing}
      ${this.agents.length > 1 || agent ? html`<select class="select" aria-label="Agent" @change=${(/** @type {any} */ event) => this.#filter("agent", event.target.value)}>
        <option value="">All agents</option>
        ${[...new Set([...this.agents, ...(agent ? [agent] : [])])].map((it) => html`<option value=${it} .selected=${it === agent}>${spelled(it)}</option>`)}
      </select>` : nothing}
    </div>`;
  }

  #list() {
    if (this.sessions.length === 0) {
      return this.loading ? this.#waiting() : this.#none();
    }
    return html`<ul class="card session-list" aria-label="Sessions" aria-busy=${this.loading}>
        ${repeat(this.sessions, keyOf, (it) => html`<li>${this.#row(it)}</li>`)}
      </ul>
      ${this.next ? html`<button class="btn" ?disabled=${this.loading} @click=${() => this.#load(this.next)}>${this.loading ? html`<span class="spinner"></span>` : icon("down")}Show more</button>` : nothing}`;
  }

  #none() {
    const filtered = Object.values(this.#asked()).some((it) => it);
    return filtered
      ? html`<div class="card">${empty({ icon: "search", title: "No session matches", text: "Try other words, or remove a filter.", actions: html`<a class="btn" href="#/sessions">Show all</a>` })}</div>`
      : html`<div class="card">${empty({
          icon: "sessions",
          title: "No sessions yet",
          text: "A session is one conversation with an agent: what was said, what it did, and how to take it back.",
          actions: app.data.may("speak") ? html`<button class="btn primary" @click=${() => newSession()}>${icon("plus")}New session</button>` : nothing,
        })}</div>`;
  }

  #waiting() {
    return html`<ul class="card session-list" aria-busy="true" aria-label="Loading">${[70, 52, 64, 45, 58, 38].map((width) => html`<li><div class="session-row">
      <div class="skeleton" .style=${`width:${width}%;height:14px`}></div></div></li>`)}</ul>`;
  }

  /** @param {Session} it */
  #row(it) {
    const tokens = (it.usage?.input_tokens ?? 0) + (it.usage?.output_tokens ?? 0);
    return html`<a class="session-row" href=${sessionHref(it)}>
      <span class="dot ${it.state}"></span>
      <span class="what">
        <span class="title clip">${it.title ? plain(it.title) : html`<span class="muted">Without a title</span>`}</span>
        <span class="about clip">${app.data.workspaces.length > 1 ? html`${plain(it.workspace)} · ` : nothing}${it.agent ? html`${plain(it.agent)} · ` : nothing}${it.model ? html`${plain(it.model)} · ` : nothing}${plural(it.turns, "turn")}</span>
      </span>
      ${it.requests_open > 0 ? html`<span class="tag warn">${icon("bell")}${plural(it.requests_open, "request")}</span>` : nothing}
      ${it.queued > 0 ? html`<span class="tag">${it.queued} queued</span>` : nothing}
      ${it.parent ? html`<span class="tag">${icon("tree")}sub-agent</span>` : nothing}
      ${it.state === "running" ? html`<span class="tag info">running</span>` : nothing}
      ${it.state === "interrupted" ? html`<span class="tag bad">interrupted</span>` : nothing}
      <span class="figures num">${tokens > 0 ? html`<span>${compact(tokens)} tokens</span>` : nothing}${it.usage?.cost_usd ? html`<span>${cost(it.usage.cost_usd)}</span>` : nothing}</span>
      <time class="when num" datetime=${it.modified} title=${fullTime(it.modified)}>${ago(it.modified)}</time>
    </a>`;
  }
}

customElements.define("deft-sessions", DeftSessions);
