import { html, nothing } from "lit";
import { remember, remembered } from "../app/storage.js";
import { pairs, parseDiff } from "./diff-model.js";
import { DeftElement } from "./element.js";
import { plural } from "./format.js";
import { icon } from "./icons.js";
import { plain, shown } from "./text.js";

/** @typedef {import("./diff-model.js").DiffLine} DiffLine */
/** @typedef {import("./diff-model.js").FileDiff} FileDiff */

const HEAD_LINES = 300;
const MOST_LINES = 4000;
const LONGEST_LINE = 2000;
const CHANGED = "deft-diff-style";

/** A diff of one or several files, below each other or side by side. */
export class DeftDiff extends DeftElement {
  static properties = { text: { attribute: false }, all: { state: true } };

  constructor() {
    super();
    this.text = "";
    this.all = false;
    this.parsedText = "";
    /** @type {FileDiff[]} */
    this.files = [];
    this.restyled = () => this.requestUpdate();
  }

  connectedCallback() {
    super.connectedCallback();
    window.addEventListener(CHANGED, this.restyled);
  }

  disconnectedCallback() {
    window.removeEventListener(CHANGED, this.restyled);
    super.disconnectedCallback();
  }

  willUpdate() {
    if (this.parsedText !== this.text) {
      this.parsedText = this.text;
      this.files = parseDiff(this.text);
    }
  }

  render() {
    if (this.files.length === 0) {
      return this.text.trim() ? html`<div class="code"><pre tabindex="0" aria-label="Diff"><code>${shown(this.text.slice(0, 20_000))}</code></pre></div>` : html`<p class="muted small">Nothing changed.</p>`;
    }
    return this.files.map((it, i) => this.#file(it, i === 0));
  }

  /** @param {FileDiff} file @param {boolean} first */
  #file(file, first) {
    const split = remembered("diff") === "split";
    const count = file.hunks.reduce((sum, it) => sum + it.lines.length, 0);
    const most = this.all ? MOST_LINES : HEAD_LINES;
    return html`<section class="diff ${this.all ? "all" : ""}" aria-label=${`Changes of ${file.path || "a file"}`}>
      <header>
        ${icon("file")}<span class="path clip grow">${plain(file.path || "changes")}</span>
        ${file.from === "/dev/null" ? html`<span class="tag ok">new</span>` : nothing}${file.to === "/dev/null" ? html`<span class="tag bad">deleted</span>` : nothing}
        <span class="num small"><span class="plus">+${file.added}</span> <span class="minus">−${file.removed}</span></span>
        ${first ? html`<span class="segmented" role="group" aria-label="Layout of diffs">
          <button aria-pressed=${!split} @click=${() => choose("")}>Inline</button>
          <button aria-pressed=${split} @click=${() => choose("split")}>Split</button></span>` : nothing}
      </header>
      ${file.note && file.hunks.length === 0 ? html`<footer>${plain(file.note)}</footer>` : nothing}
      <div class="lines" tabindex="0" role="group" aria-label="Lines">${split ? this.#split(file, most) : this.#inline(file, most)}</div>
      ${count > most ? html`<footer>${plural(count - most, "more line")}. ${this.all ? nothing : html`<button class="linkish" @click=${() => (this.all = true)}>Show ${count > MOST_LINES ? "more" : "all"}</button>`}</footer>` : nothing}
    </section>`;
  }

  /** @param {FileDiff} file @param {number} most */
  #inline(file, most) {
    let left = most;
    return html`<table><tbody>${file.hunks.map((hunk) => {
      const lines = hunk.lines.slice(0, left);
      left -= lines.length;
      return lines.length === 0 ? nothing : html`<tr class="hunk"><td colspan="4">${shown(hunk.header)}</td></tr>
        ${lines.map((it) => html`<tr class=${it.kind}><td class="n">${it.before ?? ""}</td><td class="n">${it.after ?? ""}</td><td class="s">${sign(it)}</td><td class="t">${content(it)}</td></tr>`)}`;
    })}</tbody></table>`;
  }

  /** @param {FileDiff} file @param {number} most */
  #split(file, most) {
    let left = most;
    return html`<table class="split"><colgroup><col class="at"><col><col class="at"><col></colgroup><tbody>${file.hunks.map((hunk) => {
      const rows = pairs(hunk.lines).slice(0, left);
      left -= rows.length;
      return rows.length === 0 ? nothing : html`<tr class="hunk"><td colspan="4">${shown(hunk.header)}</td></tr>
        ${rows.map((it) => html`<tr>${half(it.left, it.left?.before)}${half(it.right, it.right?.after)}</tr>`)}`;
    })}</tbody></table>`;
  }
}

/** @param {DiffLine | undefined} line @param {number | undefined} at */
function half(line, at) {
  return line
    ? html`<td class="n ${line.kind}">${at}</td><td class="t ${line.kind}"><span class="sr-only">${sign(line)}</span>${content(line)}</td>`
    : html`<td class="n void"></td><td class="t void"></td>`;
}

/** @param {DiffLine} line */
function sign(line) {
  return line.kind === "add" ? "+" : line.kind === "del" ? "−" : "";
}

/** @param {DiffLine} line */
function content(line) {
  if (line.text.length > LONGEST_LINE) {
    return html`${shown(line.text.slice(0, LONGEST_LINE))}<span class="muted"> … ${line.text.length - LONGEST_LINE} more characters</span>`;
  }
  return line.words
    ? line.words.map((it) => it.changed ? html`<span class="word-${line.kind}">${shown(it.text)}</span>` : shown(it.text))
    : shown(line.text);
}

/** For all diffs on the page. @param {string} style */
function choose(style) {
  remember("diff", style);
  window.dispatchEvent(new CustomEvent(CHANGED));
}

customElements.define("deft-diff", DeftDiff);
