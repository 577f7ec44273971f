import { html } from "lit";

/** One number of a page, inside `<dl class="tiles">`. @param {string} name @param {unknown} value @param {unknown} note */
export function tile(name, value, note) {
  return html`<div class="tile"><dt>${name}</dt><dd><span class="figure num">${value}</span><span class="small muted">${note}</span></dd></div>`;
}
