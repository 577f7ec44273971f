// What stands where data will stand, or cannot.

import { html, nothing } from "lit";
import { icon } from "./icons.js";
import { plain } from "./text.js";

/** @param {{ icon: string, title: string, text?: unknown, actions?: unknown }} what */
export function empty(what) {
  return html`<div class="empty">
    <span class="mark">${icon(what.icon)}</span>
    <h2>${what.title}</h2>
    ${what.text ? html`<p>${what.text}</p>` : nothing}
    ${what.actions ? html`<div class="actions">${what.actions}</div>` : nothing}
  </div>`;
}

/** @param {Error} problem @param {() => void} [retry] */
export function failed(problem, retry) {
  return html`<div class="empty" role="alert">
    <span class="mark">${icon("warning")}</span>
    <h2>That did not work</h2>
    <p>${plain(problem.message)}</p>
    ${retry ? html`<div class="actions"><button class="btn" @click=${retry}>${icon("refresh")} Try again</button></div>` : nothing}
  </div>`;
}

/** Bars where lines will be. @param {number} [lines] @param {number} [height] */
export function skeleton(lines = 5, height = 16) {
  const widths = [92, 78, 85, 64, 88, 72, 80];
  return html`<div class="stack" aria-busy="true" aria-label="Loading" role="status">
    ${Array.from({ length: lines }, (_, i) => html`<div class="skeleton" .style=${`height:${height}px;width:${widths[i % widths.length]}%`}></div>`)}
  </div>`;
}

/**
 * The usual three states of something that is loaded.
 * @template T
 * @param {import("./element.js").Loading<T>} it @param {(value: T) => unknown} render @param {() => void} [retry] @param {unknown} [waiting]
 */
export function loaded(it, render, retry, waiting = skeleton()) {
  if (it.value !== undefined) {
    return render(it.value);
  }
  return it.problem ? failed(it.problem, retry) : waiting;
}
