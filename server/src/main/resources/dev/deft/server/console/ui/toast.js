import { html } from "lit";
import { DeftElement } from "./element.js";
import { icon } from "./icons.js";
import { plain } from "./text.js";

/** @typedef {"ok" | "bad" | "info"} ToastKind */

const SHOWN = 6000;

/** Short messages at the edge of the page, also read out by screen readers. */
export class DeftToasts extends DeftElement {
  constructor() {
    super();
    /** @type {{ id: number, kind: ToastKind, title: string, text: string }[]} */
    this.items = [];
    this.next = 1;
  }

  /** @param {ToastKind} kind @param {string} title @param {string} [text] */
  show(kind, title, text = "") {
    const item = { id: this.next++, kind, title, text };
    this.items = [...this.items.slice(-3), item];
    this.requestUpdate();
    setTimeout(() => this.#drop(item.id), kind === "bad" ? SHOWN * 2 : SHOWN);
  }

  /** @param {number} id */
  #drop(id) {
    this.items = this.items.filter((it) => it.id !== id);
    this.requestUpdate();
  }

  render() {
    return html`<div class="toasts" role="status" aria-live="polite" aria-label="Messages">
      ${this.items.map((it) => html`<div class="toast ${it.kind}">
        ${icon(it.kind === "ok" ? "check" : it.kind === "bad" ? "bad" : "info")}
        <div class="grow"><strong>${plain(it.title)}</strong>${it.text ? plain(it.text) : ""}</div>
        <button class="btn quiet small icon-only" aria-label="Dismiss" @click=${() => this.#drop(it.id)}>${icon("close")}</button>
      </div>`)}
    </div>`;
  }
}

customElements.define("deft-toasts", DeftToasts);
