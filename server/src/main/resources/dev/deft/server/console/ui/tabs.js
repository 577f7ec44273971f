import { html, nothing } from "lit";
import { icon } from "./icons.js";

/**
 * Tabs. Arrow keys go from one to the next.
 * @param {{ label: string, tabs: { id: string, title: string, icon?: string, count?: number }[], chosen: string, choose: (id: string) => void }} what
 */
export function tabs(what) {
  /** @param {KeyboardEvent} event @param {number} at */
  const moved = (event, at) => {
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: what.tabs.length - 1 }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      const next = (to + what.tabs.length) % what.tabs.length;
      what.choose(what.tabs[next].id);
      const list = event.currentTarget instanceof HTMLElement ? event.currentTarget.parentElement : null;
      const button = list?.children[next];
      if (button instanceof HTMLElement) {
        button.focus();
      }
    }
  };
  return html`<div class="tabs" role="tablist" aria-label=${what.label}>
    ${what.tabs.map((it, i) => html`<button role="tab" aria-selected=${it.id === what.chosen} tabindex=${it.id === what.chosen ? 0 : -1}
      @click=${() => what.choose(it.id)} @keydown=${(/** @type {KeyboardEvent} */ event) => moved(event, i)}>
      ${it.icon ? icon(it.icon) : nothing}${it.title}${it.count === undefined ? nothing : html`<span class="tag">${it.count}</span>`}</button>`)}
  </div>`;
}
