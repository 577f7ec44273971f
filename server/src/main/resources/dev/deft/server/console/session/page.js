import { html, nothing } from "lit";
import { app } from "../app/app.js";
import { go, href } from "../app/router.js";
import { DeftElement, Listening } from "../ui/element.js";
import { icon } from "../ui/icons.js";
import { empty, failed, skeleton } from "../ui/states.js";
import { plural } from "../ui/format.js";
import { tabs } from "../ui/tabs.js";
import { plain, spelled } from "../ui/text.js";
import { SessionActs } from "./acts.js";
import "./composer.js";
import { LiveSession } from "./live-session.js";
import { renderRow } from "./rows.js";
import { statusBar } from "./status-bar.js";
import "./virtual-list.js";

/** @typedef {import("./reducer.js").Row} Row */

const TABS = [
  { id: "timeline", title: "Timeline", icon: "sessions" },
  { id: "changes", title: "Changes", icon: "edit" },
  { id: "agents", title: "Sub-agents", icon: "tree" },
  { id: "time", title: "Time and tokens", icon: "flame" },
];

/** One session: what happened and happens in it, and what can be done with it. */
export class DeftSession extends DeftElement {
  static properties = { params: { attribute: false }, query: { attribute: false }, following: { state: true } };

  constructor() {
    super();
    /** @type {Record<string, string>} */
    this.params = {};
    /** @type {Record<string, string>} */
    this.query = {};
    this.following = true;
    /** @type {LiveSession | undefined} */
    this.live = undefined;
    /** @type {SessionActs | undefined} */
    this.acts = undefined;
    /** @type {Map<string, boolean>} */
    this.folds = new Map();
    this.cursor = "";
    new Listening(this, app.data, ["requests", "info"]);
  }

  connectedCallback() {
    super.connectedCallback();
    const live = new LiveSession(this.params.workspace, this.params.session);
    this.live = live;
    this.acts = new SessionActs(live);
    live.addEventListener("change", () => this.#changed());
    live.addEventListener("ended", (event) => this.#ended(/** @type {CustomEvent} */ (event).detail));
    live.start();
    this.unbind = app.keys.add(this.#bindings());
  }

  disconnectedCallback() {
    this.live?.stop();
    this.unbind?.();
    super.disconnectedCallback();
  }

  #changed() {
    const title = this.live?.session?.title;
    if (title && this.isConnected) {
      const waiting = app.data.requests.size;
      document.title = `${waiting > 0 ? `(${waiting}) ` : ""}${spelled(title)} · Deft`;
    }
    this.requestUpdate();
  }

  /** @param {{ status?: string }} result */
  #ended(result) {
    app.announce(result.status === "done" ? "The agent has finished." : `The run ended: ${result.status ?? ""}`);
    this.querySelectorAll("deft-changes, deft-flame").forEach((it) => /** @type {any} */ (it).reload?.());
  }

  #bindings() {
    const group = "Session";
    const acts = () => /** @type {SessionActs} */ (this.acts);
    return [
      { keys: "j", does: "Next entry", group, run: () => this.#move(1) },
      { keys: "k", does: "Previous entry", group, run: () => this.#move(-1) },
      { keys: "o", does: "Open or close the entry", group, run: () => this.#toggle() },
      { keys: "G", does: "Jump to the latest", group, run: () => this.#toEnd() },
      { keys: "m", does: "Write a message", group, run: () => this.#focusComposer() },
      { keys: "Ctrl+.", does: "Interrupt the agent", group, inFields: true, run: () => acts().interrupt() },
      { keys: "u", does: "Undo the last changes", group, run: () => acts().undo() },
      { keys: "U", does: "Redo", group, run: () => acts().redo() },
      { keys: "w", does: "Rewind", group, run: () => acts().rewind() },
      { keys: "1", does: "Timeline", group, run: () => this.#tab("timeline") },
      { keys: "2", does: "Changes", group, run: () => this.#tab("changes") },
      { keys: "3", does: "Sub-agents", group, run: () => this.#tab("agents") },
      { keys: "4", does: "Time and tokens", group, run: () => this.#tab("time") },
    ];
  }

  /** @param {string} tab */
  #tab(tab) {
    go(href("/w/:workspace/s/:session", this.params, tab === "timeline" ? {} : { tab }), { replace: true });
  }

  get list() {
    return /** @type {import("./virtual-list.js").DeftVirtualList | null} */ (this.querySelector("deft-virtual-list"));
  }

  #toEnd() {
    this.list?.toEnd();
  }

  #focusComposer() {
    const field = this.querySelector("deft-composer textarea");
    if (field instanceof HTMLElement) {
      field.focus();
    }
  }

  /** @param {number} step */
  async #move(step) {
    const rows = this.#rows();
    const list = this.list;
    if (!list || rows.length === 0) {
      return;
    }
    const at = rows.findIndex((it) => it.key === this.cursor);
    const to = at < 0 ? (step > 0 ? 0 : rows.length - 1) : Math.max(0, Math.min(rows.length - 1, at + step));
    this.cursor = rows[to].key;
    list.reveal(this.cursor);
    await list.updateComplete;
    requestAnimationFrame(() => {
      const entry = list.querySelector(`[data-key="${CSS.escape(this.cursor)}"] > article`);
      if (entry instanceof HTMLElement) {
        entry.focus({ preventScroll: true });
      }
    });
  }

  #toggle() {
    const button = this.querySelector(`[data-key="${CSS.escape(this.cursor)}"] button[aria-expanded]`);
    if (button instanceof HTMLElement) {
      button.click();
    }
  }

  /** @returns {(Row & { request?: unknown })[]} */
  #rows() {
    const live = this.live;
    if (!live) {
      return [];
    }
    const rows = live.timeline.all().filter((it) => !it.inactive);
    const asked = live.requests().map((it) => ({ key: `request:${it.id}`, kind: /** @type {any} */ ("request"), entry: 0, at: it.asked_at, rev: 0, text: "", request: it }));
    return asked.length > 0 ? [...rows, ...asked] : rows;
  }

  render() {
    const live = this.live;
    if (!live || (live.problem && !live.loaded)) {
      return live?.problem ? html`<div class="page">${failed(live.problem, () => live.start())}</div>` : nothing;
    }
    const tab = this.query.tab ?? "timeline";
    const session = live.session;
    return html`<div class="session">
      <header class="session-head">
        <div class="session-title">
          <a class="btn quiet icon-only back" href="#/sessions" aria-label="All sessions" title="All sessions">${icon("arrowUp")}</a>
          <h1 class="clip grow" title=${spelled(session?.title ?? "")}>${session ? (session.title ? plain(session.title) : html`<span class="muted">Without a title</span>`) : html`<span class="skeleton" .style=${"display:block;height:20px;width:40%"}></span>`}</h1>
          ${this.#actions()}
        </div>
        ${session ? statusBar(live, session) : nothing}
        ${tabs({ label: "Parts of the session", tabs: TABS, chosen: tab, choose: (id) => this.#tab(id) })}
      </header>
      ${live.problem ? html`<div class="note bad">${icon("bad")}<span>${plain(live.problem.message)}</span></div>` : nothing}
      ${tab === "timeline" ? this.#timeline(live) : html`<div class="session-part" role="tabpanel">${this.#part(tab, live)}</div>`}
    </div>`;
  }

  /** @param {string} tab @param {LiveSession} live */
  #part(tab, live) {
    if (tab === "changes") {
      import("./changes.js");
      return html`<deft-changes .live=${live}></deft-changes>`;
    }
    if (tab === "agents") {
      import("./sub-agents.js");
      return html`<deft-sub-agents .live=${live}></deft-sub-agents>`;
    }
    import("./flame.js");
    return html`<deft-flame .live=${live}></deft-flame>`;
  }

  #actions() {
    const acts = /** @type {SessionActs} */ (this.acts);
    if (!app.data.may("speak")) {
      return html`<deft-menu label="More" .items=${acts.exports()}></deft-menu>`;
    }
    return html`<div class="row session-acts">
      <button class="btn quiet icon-only" aria-label="Undo the last changes" title="Undo the last changes (u)" @click=${() => acts.undo()}>${icon("undo")}</button>
      <button class="btn quiet icon-only" aria-label="Redo" title="Redo (U)" @click=${() => acts.redo()}>${icon("redo")}</button>
      <deft-menu label="More" .items=${acts.menu()}></deft-menu>
    </div>`;
  }

  /** @param {LiveSession} live */
  #timeline(live) {
    const rows = this.#rows();
    const waiting = live.requests().length;
    return html`<div class="timeline" role="tabpanel" aria-label="Timeline">
      ${!live.loaded ? html`<div class="timeline-wait">${skeleton(7, 18)}</div>`
        : rows.length === 0 ? html`<div class="timeline-wait">${empty({ icon: "spark", title: "Nothing was said yet", text: "Write a message below. The agent's answer appears here while it is being written." })}</div>`
        : html`<deft-virtual-list label="Timeline" .rows=${rows} .row=${(/** @type {Row} */ row) => this.#row(row)}
            @near-start=${() => live.older()} @follow=${(/** @type {CustomEvent} */ event) => (this.following = event.detail)}></deft-virtual-list>`}
      ${live.loadingOlder ? html`<div class="older" role="status"><span class="spinner"></span>Loading earlier entries</div>` : nothing}
      ${this.following || rows.length === 0 ? nothing : html`<button class="btn jump" @click=${() => this.#toEnd()}>${icon("arrowDown")}${waiting > 0 ? `${plural(waiting, "request")} waiting` : "Jump to the latest"}</button>`}
      ${app.data.may("speak") ? html`<deft-composer .live=${live} @sent=${() => this.#toEnd()}></deft-composer>` : nothing}
    </div>`;
  }

  /** @param {Row} row */
  #row(row) {
    return renderRow(row, {
      workspace: this.params.workspace,
      folds: this.folds,
      waiting: new Set(this.live?.requests().map((it) => it.call_id)),
      fold: (key, open) => {
        this.folds.set(key, open);
        this.requestUpdate();
        this.list?.requestUpdate();
      },
      actions: app.data.may("speak") ? (it) => this.#rowActions(it) : undefined,
    });
  }

  /** @param {Row} row */
  #rowActions(row) {
    const acts = /** @type {SessionActs} */ (this.acts);
    return html`<span class="row-acts">
      <button class="btn quiet small icon-only" aria-label="Rewind to before this message" title="Rewind to before this message" @click=${() => acts.rewind(row.entry)}>${icon("rewind")}</button>
      <button class="btn quiet small icon-only" aria-label="Fork before this message" title="Fork before this message" @click=${() => acts.fork(row)}>${icon("fork")}</button>
    </span>`;
  }
}

customElements.define("deft-session", DeftSession);
