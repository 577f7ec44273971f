import { html, nothing } from "lit";
import { app } from "../app/app.js";
import { sessionPath } from "../app/live-data.js";
import { DeftElement, Listening, Loading } from "../ui/element.js";
import { ago, compact, cost, plural } from "../ui/format.js";
import { icon } from "../ui/icons.js";
import { empty, loaded } from "../ui/states.js";
import { plain } from "../ui/text.js";
import { sessionHref } from "./list.js";
import "./sub-timeline.js";

/** @typedef {import("../app/live-data.js").Session} Session */
/** @typedef {{ session: Session, children: Node[] }} Node */

const DEEPEST = 5;

/** The sub-agents of a session as a tree. */
export class DeftSubAgents extends DeftElement {
  static properties = { live: { attribute: false }, opened: { state: true } };

  constructor() {
    super();
    /** @type {import("./live-session.js").LiveSession | undefined} */
    this.live = undefined;
    /** @type {Set<string>} */
    this.opened = new Set();
    /** @type {Loading<Node[]>} */
    this.tree = new Loading(this);
    new Listening(this, app.data, ["sessions"]);
  }

  firstUpdated() {
    this.reload();
  }

  reload() {
    const live = this.live;
    if (live) {
      this.tree.run(() => children(live.ref, 1));
    }
  }

  render() {
    return html`<div class="page narrow">${loaded(this.tree, (nodes) => nodes.length === 0
      ? html`<div class="card">${empty({ icon: "tree", title: "No sub-agents", text: "When the agent gives a task to another agent, that one appears here with a timeline of its own." })}</div>`
      : html`<ul class="agent-tree" aria-label="Sub-agents">${nodes.map((it) => this.#node(it))}</ul>`, () => this.reload())}</div>`;
  }

  /** @param {Node} node @returns {unknown} */
  #node(node) {
    const it = app.data.sessions.get(`${node.session.workspace}\u0000${node.session.id}`) ?? node.session;
    const open = this.opened.has(it.id);
    const tokens = (it.usage?.input_tokens ?? 0) + (it.usage?.output_tokens ?? 0);
    return html`<li>
      <div class="card agent-node">
        <button class="agent-head" aria-expanded=${open} @click=${() => this.#toggle(it.id)}>
          <span class="dot ${it.state}"></span><span class="grow clip"><strong>${plain(it.title || it.id)}</strong></span>
          ${it.agent ? html`<span class="tag">${plain(it.agent)}</span>` : nothing}
          <span class="small muted num">${plural(it.turns, "turn")}${tokens ? ` · ${compact(tokens)} tokens` : ""}${it.usage?.cost_usd ? ` · ${cost(it.usage.cost_usd)}` : ""} · ${ago(it.modified)}</span>
          <span class="chevron">${icon("chevron")}</span></button>
        ${open ? html`<div class="body"><a class="small" href=${sessionHref(it)}>Open its session</a><deft-sub-timeline .workspace=${it.workspace} .session=${it.id}></deft-sub-timeline></div>` : nothing}
      </div>
      ${node.children.length > 0 ? html`<ul>${node.children.map((child) => this.#node(child))}</ul>` : nothing}
    </li>`;
  }

  /** @param {string} id */
  #toggle(id) {
    const opened = new Set(this.opened);
    if (!opened.delete(id)) {
      opened.add(id);
    }
    this.opened = opened;
  }
}

/** @param {{ workspace: string, id: string }} of @param {number} depth @returns {Promise<Node[]>} */
async function children(of, depth) {
  const sessions = /** @type {Session[]} */ (await app.api.all(`${sessionPath(of)}/children`));
  return Promise.all(sessions.map(async (session) => ({ session, children: depth < DEEPEST ? await children(session, depth + 1) : [] })));
}

customElements.define("deft-sub-agents", DeftSubAgents);
