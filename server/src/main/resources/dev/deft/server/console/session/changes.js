import { html, nothing } from "lit";
import { app } from "../app/app.js";
import "../ui/diff.js";
import { DeftElement, Loading } from "../ui/element.js";
import { ago, plural } from "../ui/format.js";
import { icon } from "../ui/icons.js";
import { empty, loaded } from "../ui/states.js";
import { plain } from "../ui/text.js";

/** @typedef {{ turn: number, entry: number, message?: string, at?: string, files: string[], undone?: boolean }} Turn */

/** What the session changed in files: of all turns, or of one. */
export class DeftChanges extends DeftElement {
  static properties = { live: { attribute: false }, turn: { state: true } };

  constructor() {
    super();
    /** @type {import("./live-session.js").LiveSession | undefined} */
    this.live = undefined;
    /** @type {number | undefined} */
    this.turn = undefined;
    /** @type {Loading<Turn[]>} */
    this.turns = new Loading(this);
    /** @type {Loading<{ diff: string, files: { path: string, added: number, removed: number }[] }>} */
    this.diff = new Loading(this);
  }

  firstUpdated() {
    this.reload();
  }

  reload() {
    const base = this.live?.base;
    this.turns.run(() => app.api.all(`${base}/turns`));
    this.diff.run(() => app.api.get(`${base}/diff`, { query: { turn: this.turn } }));
  }

  /** @param {number | undefined} turn */
  #choose(turn) {
    this.turn = turn;
    this.diff.run(() => app.api.get(`${this.live?.base}/diff`, { query: { turn } }));
  }

  render() {
    const turns = (this.turns.value ?? []).filter((it) => (it.files ?? []).length > 0);
    return html`<div class="page changes">
      ${turns.length > 0 ? html`<div class="turn-list" role="group" aria-label="Turns">
        <button aria-pressed=${this.turn === undefined} @click=${() => this.#choose(undefined)}><strong>All turns</strong><small>${plural(turns.length, "turn")} with changes</small></button>
        ${turns.map((it) => html`<button aria-pressed=${this.turn === it.turn} class=${it.undone ? "undone" : ""} @click=${() => this.#choose(it.turn)}>
          <strong class="clip">${plain(it.message || `Turn ${it.turn}`)}</strong><small>${plural(it.files.length, "file")} · ${ago(it.at)}${it.undone ? " · undone" : ""}</small></button>`)}
      </div>` : nothing}
      <div class="grow">${loaded(this.diff, (it) => it.diff?.trim()
        ? html`<p class="small muted changes-sum">${icon("edit")} ${plural((it.files ?? []).length, "file")} changed</p><deft-diff .text=${it.diff}></deft-diff>`
        : html`<div class="card">${empty({ icon: "edit", title: "No changes", text: "Files that the agent changes appear here, with everything needed to take it back." })}</div>`, () => this.reload())}</div>
    </div>`;
  }
}

customElements.define("deft-changes", DeftChanges);
