import { html, nothing } from "lit";
import { keyed } from "lit/directives/keyed.js";
import { address } from "../app/api.js";
import { app } from "../app/app.js";
import { DeftElement, Loading } from "../ui/element.js";
import { copyText } from "../ui/code.js";
import { bytes, number, plural } from "../ui/format.js";
import { highlight, languageOf } from "../ui/highlight.js";
import { icon } from "../ui/icons.js";
import { loaded, skeleton } from "../ui/states.js";
import { tabs } from "../ui/tabs.js";
import { plain, shown, spelled } from "../ui/text.js";
import "../ui/diff.js";
import "../ui/markdown.js";

/** @typedef {{ path: string, content?: string, start_line?: number, end_line?: number, total_lines?: number, size?: number, mime_type?: string, type?: string }} FileContent */

const IMAGES = /^image\/(png|jpeg|gif|webp)$/;
const LONGEST_LINE = 4_000;
const MOST = 2_000;

/** One file: its content with line numbers and colors, an image, or what a session changed in it. */
class DeftFile extends DeftElement {
  static properties = { base: { attribute: false }, path: { attribute: false }, diff: { attribute: false }, back: { attribute: false }, tab: { state: true } };

  constructor() {
    super();
    this.base = "";
    this.path = "";
    /** The diff of the session that is looked at, if it changed the file. */
    this.diff = "";
    this.back = "";
    this.tab = "";
    /** @type {Loading<FileContent>} */
    this.data = new Loading(this);
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("path") || changed.has("base")) {
      this.data.value = undefined;
      this.tab = "";
      this.#read();
    }
  }

  #read() {
    this.data.run(() => app.api.get(`${this.base}/files/content`, { query: { path: this.path } }));
  }

  /** @param {FileContent} file */
  async #more(file) {
    const next = await app.attempt(() => app.api.get(`${this.base}/files/content`, { query: { path: this.path, offset: (file.end_line ?? 0) + 1 } }), "The rest could not be read");
    if (next) {
      this.data.value = { ...next, content: `${file.content ?? ""}${file.content?.endsWith("\n") ? "" : "\n"}${next.content ?? ""}`, start_line: file.start_line };
      this.requestUpdate();
    }
  }

  get chosen() {
    return this.tab || (this.diff ? "changes" : "content");
  }

  updated() {
    const code = this.querySelector("pre.source > code");
    const text = this.data.value?.content;
    if (code instanceof HTMLElement && text !== undefined && code.dataset.text !== `${this.path} ${text.length}`) {
      code.dataset.text = `${this.path} ${text.length}`;
      highlight(code, code.textContent ?? "", languageOf(this.path));
    }
  }

  render() {
    const all = [{ id: "content", title: "Content" }];
    if (this.diff) {
      all.push({ id: "changes", title: "Changes" });
    }
    if (/\.(md|markdown)$/i.test(this.path)) {
      all.push({ id: "preview", title: "Preview" });
    }
    return html`<article class="card file-card">
      <header>
        <a class="btn quiet small split-back" href=${this.back}>All files</a>
        <h2 class="mono grow clip" title=${spelled(this.path)}>${plain(this.path)}</h2>
        ${this.#facts()}
      </header>
      ${all.length > 1 ? tabs({ label: "How to show the file", tabs: all, chosen: this.chosen, choose: (it) => { this.tab = it; } }) : nothing}
      ${this.chosen === "changes" ? html`<div class="body"><deft-diff .text=${this.diff}></deft-diff></div>`
        : loaded(this.data, (it) => this.#shown(it), () => this.#read(), html`<div class="body">${skeleton(9)}</div>`)}
    </article>`;
  }

  #facts() {
    const file = this.data.value;
    if (!file) {
      return nothing;
    }
    return html`<span class="muted small nowrap">${[file.total_lines ? plural(file.total_lines, "line") : "", bytes(file.size)].filter((it) => it !== "").join(" · ")}</span>
      ${file.content ? html`<button class="btn small quiet icon-only" aria-label="Copy what is shown" title="Copy what is shown" @click=${() => this.#copy(file.content ?? "")}>${icon("copy")}</button>` : nothing}`;
  }

  /** @param {string} text */
  async #copy(text) {
    const done = await copyText(text);
    app.toast(done ? "ok" : "bad", done ? "Copied" : "The browser does not let this page copy");
  }

  /** @param {FileContent} file @returns {unknown} */
  #shown(file) {
    if (IMAGES.test(file.mime_type ?? "")) {
      return html`<div class="body picture"><img alt="The image ${spelled(this.path)}" src=${address(`${this.base}/files/content`, { path: this.path, raw: true })}></div>`;
    }
    const text = file.content ?? "";
    if (text === "") {
      return html`<p class="body muted">${file.size ? `This file is no text (${file.mime_type ?? "its type is not known"}).` : "The file is empty."}</p>`;
    }
    if (this.chosen === "preview") {
      return html`<div class="body"><deft-markdown .text=${text}></deft-markdown></div>`;
    }
    const first = file.start_line ?? 1;
    const lines = text.replace(/\n$/, "").split("\n");
    const rest = (file.total_lines ?? 0) - (file.end_line ?? 0);
    return html`<div class="source-box">
        <pre class="gutter" aria-hidden="true">${lines.map((_, at) => first + at).join("\n")}</pre>
        ${source(lines)}
      </div>
      ${rest > 0 ? html`<footer class="row"><span class="muted small grow">${number(rest)} more lines</span><button class="btn small" @click=${() => this.#more(file)}>Show ${number(Math.min(rest, MOST))} more</button></footer>` : nothing}`;
  }
}

/** An element of its own for each text, since coloring replaces what is in it. @param {string[]} lines */
function source(lines) {
  const text = lines.map((it) => (it.length > LONGEST_LINE ? `${it.slice(0, LONGEST_LINE)} … ${number(it.length - LONGEST_LINE)} more characters` : it)).join("\n");
  return keyed(text, html`<pre class="source" tabindex="0" aria-label="Content of the file"><code>${shown(text)}</code></pre>`);
}

customElements.define("deft-file", DeftFile);
