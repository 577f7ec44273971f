import { html, nothing } from "lit";
import { DeftElement } from "./element.js";
import { ansiRuns, overwritten } from "./ansi.js";
import { bytes, number } from "./format.js";
import { highlight } from "./highlight.js";
import { icon } from "./icons.js";
import { shown, spelled } from "./text.js";

/** How much of a long text is shown before the reader asks for more. */
const HEAD = 24_000;
const HEAD_LINES = 400;
/** More than this is never put into the page; it can be saved as a file. */
const MOST = 400_000;
const LONGEST_LINE = 4_000;

/** Copies to the clipboard. @param {string} text @returns {Promise<boolean>} */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Saves text as a file. @param {string} text @param {string} name */
export function saveText(text, name) {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** The part of a text that is shown. @param {string} text @param {boolean} all @returns {{ text: string, cut: boolean }} */
export function headOf(text, all) {
  let end = Math.min(text.length, all ? MOST : HEAD);
  if (!all) {
    let at = -1;
    for (let line = 0; line < HEAD_LINES; line++) {
      at = text.indexOf("\n", at + 1);
      if (at < 0 || at > end) {
        break;
      }
      if (line === HEAD_LINES - 1) {
        end = at;
      }
    }
  }
  const head = text.slice(0, end);
  if (!head.split("\n", 2000).some((it) => it.length > LONGEST_LINE)) {
    return { text: head, cut: end < text.length };
  }
  const lines = head.split("\n").map((it) => it.length > LONGEST_LINE ? `${it.slice(0, LONGEST_LINE)} … ${number(it.length - LONGEST_LINE)} more characters` : it);
  return { text: lines.join("\n"), cut: true };
}

/** A block of code or output: bounded, with copying, saving, colors. */
export class DeftCode extends DeftElement {
  static properties = {
    text: { attribute: false },
    language: { type: String },
    ansi: { type: Boolean },
    wrap: { type: Boolean },
    name: { type: String },
    all: { state: true },
    copied: { state: true },
  };

  constructor() {
    super();
    this.text = "";
    this.language = "";
    this.ansi = false;
    this.wrap = false;
    /** The name of the file when it is saved. */
    this.name = "output.txt";
    this.all = false;
    this.copied = false;
  }

  async #copy() {
    this.copied = await copyText(this.text);
    setTimeout(() => (this.copied = false), 1500);
  }

  updated() {
    const code = this.querySelector("code");
    if (code && this.language && !this.ansi) {
      highlight(code, spelled(headOf(this.text, this.all).text), this.language);
    }
  }

  /** Colored code is put in by the highlighter, so its children are not ours. @param {string} text */
  #body(text) {
    if (this.ansi) {
      return html`<code>${ansiRuns(text).map((it) => it.classes ? html`<span class=${it.classes}>${shown(it.text)}</span>` : shown(it.text))}</code>`;
    }
    return this.language ? html`<code .textContent=${spelled(text)}></code>` : html`<code>${shown(text)}</code>`;
  }

  render() {
    const text = this.ansi ? overwritten(this.text) : this.text;
    const head = headOf(text, this.all);
    return html`<div class="code ${this.wrap ? "wrap" : ""} ${this.all ? "all" : ""}">
      <pre tabindex="0" aria-label="Text">${this.#body(head.text)}</pre>
      <button class="btn small icon-only copy" aria-label="Copy" title="Copy" @click=${() => this.#copy()}>${icon(this.copied ? "check" : "copy")}</button>
      ${head.cut || this.all ? html`<footer>
        <span>${bytes(text.length)}${head.cut ? ", shown in part" : ""}</span>
        ${head.cut && !this.all ? html`<button class="linkish" @click=${() => (this.all = true)}>Show ${text.length > MOST ? "more" : "all"}</button>` : nothing}
        ${this.all ? html`<button class="linkish" @click=${() => (this.all = false)}>Show less</button>` : nothing}
        <button class="linkish" @click=${() => saveText(this.text, this.name)}>Save as a file</button>
      </footer>` : nothing}
    </div>`;
  }
}

customElements.define("deft-code", DeftCode);
