import { html, nothing } from "lit";
import { DeftElement } from "./element.js";
import { icon } from "./icons.js";

/** @typedef {{ label: string, icon?: string, key?: string, danger?: boolean, run: () => void } | "line"} MenuItem */

/** A button that opens a list of acts. Arrows move, Esc closes and gives the focus back. */
export class DeftMenu extends DeftElement {
  static properties = {
    label: { type: String },
    items: { attribute: false },
    symbol: { type: String },
    open: { state: true },
  };

  constructor() {
    super();
    this.label = "";
    /** @type {MenuItem[]} */
    this.items = [];
    this.symbol = "more";
    this.open = false;
    this.outside = (/** @type {Event} */ event) => {
      if (event.target instanceof Node && !this.contains(event.target)) {
        this.open = false;
      }
    };
  }

  connectedCallback() {
    super.connectedCallback();
    document.addEventListener("pointerdown", this.outside);
  }

  disconnectedCallback() {
    document.removeEventListener("pointerdown", this.outside);
    super.disconnectedCallback();
  }

  /** @param {KeyboardEvent} event */
  #moved(event) {
    const items = Array.from(this.querySelectorAll(".menu button"));
    const at = items.indexOf(/** @type {Element} */ (document.activeElement));
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
    if (event.key === "Escape") {
      this.#close();
    } else if (to === undefined) {
      return;
    } else {
      const next = items[(to + items.length) % items.length];
      if (next instanceof HTMLElement) {
        next.focus();
      }
    }
    event.preventDefault();
    event.stopPropagation();
  }

  #close() {
    this.open = false;
    const button = this.querySelector("button");
    button?.focus();
  }

  async #toggle() {
    this.open = !this.open;
    await this.updateComplete;
    if (this.open) {
      const first = this.querySelector(".menu button");
      if (first instanceof HTMLElement) {
        first.focus();
      }
    }
  }

  render() {
    return html`<span class="menu-anchor" @keydown=${(/** @type {KeyboardEvent} */ event) => this.open && this.#moved(event)}>
      <button class="btn quiet icon-only" aria-haspopup="menu" aria-expanded=${this.open} aria-label=${this.label} title=${this.label} @click=${() => this.#toggle()}>${icon(this.symbol)}</button>
      ${this.open ? html`<div class="menu" role="menu" aria-label=${this.label}>
        ${this.items.map((it) => it === "line" ? html`<hr>` : html`<button role="menuitem" class=${it.danger ? "danger" : ""} @click=${() => {
          this.#close();
          it.run();
        }}>${it.icon ? icon(it.icon) : nothing}<span>${it.label}</span>${it.key ? html`<span class="kbd">${it.key}</span>` : nothing}</button>`)}
      </div>` : nothing}
    </span>`;
  }
}

customElements.define("deft-menu", DeftMenu);
