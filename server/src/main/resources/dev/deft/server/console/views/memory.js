import { html, nothing } from "lit";
import { ApiProblem, path } from "../app/api.js";
import { app } from "../app/app.js";
import { go, href } from "../app/router.js";
import { askText, confirmed } from "../ui/dialog.js";
import { settled } from "../ui/element.js";
import { bytes } from "../ui/format.js";
import { icon } from "../ui/icons.js";
import { empty, failed, skeleton } from "../ui/states.js";
import { plain } from "../ui/text.js";
import { View, pageHead } from "./view.js";
import "../ui/markdown.js";

/** @typedef {{ path: string, size?: number, summary?: string }} MemoryFile */
/** @typedef {{ path: string, start_line: number, end_line: number, score: number, snippet: string }} MemoryMatch */

/** What agents keep across sessions: list, search, read, edit. @extends {View<MemoryFile[]>} */
class MemoryView extends View {
  static properties = {
    ...View.properties,
    file: { state: true }, trouble: { state: true }, hits: { state: true }, sought: { state: true }, draft: { state: true },
  };

  constructor() {
    super();
    /** @type {{ path: string, content: string } | undefined} */
    this.file = undefined;
    /** @type {Error | undefined} */
    this.trouble = undefined;
    /** @type {MemoryMatch[] | undefined} */
    this.hits = undefined;
    this.sought = "";
    /** The text being edited. @type {string | undefined} */
    this.draft = undefined;
    this.opened = "";
    this.search = settled(() => this.#search(), 250);
  }

  get base() {
    return path`/v1/workspaces/${this.workspace}/memory`;
  }

  load() {
    return app.api.all(this.base, { query: { limit: 200 } });
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    super.willUpdate(changed);
    const wanted = `${this.workspace} ${this.query.path ?? ""}`;
    if (wanted !== this.opened) {
      this.opened = wanted;
      this.#open(this.query.path ?? "");
    }
  }

  /** @param {string} file */
  async #open(file) {
    this.file = undefined;
    this.trouble = undefined;
    this.draft = undefined;
    if (file === "") {
      return;
    }
    const wanted = this.opened;
    try {
      const found = await app.api.get(`${this.base}/files`, { query: { path: file } });
      if (wanted === this.opened) {
        this.file = found;
      }
    } catch (problem) {
      if (!(problem instanceof ApiProblem)) {
        throw problem;
      }
      if (wanted === this.opened) {
        this.trouble = problem;
      }
    }
  }

  async #search() {
    const sought = this.sought.trim();
    if (sought === "") {
      this.hits = undefined;
      return;
    }
    await this.act(async () => {
      const found = await app.api.get(`${this.base}/search`, { query: { q: sought } });
      if (sought === this.sought.trim()) {
        this.hits = found.items;
      }
    });
  }

  head() {
    return pageHead("Memory", "What agents keep from one session to the next, in Markdown files of the workspace.",
      app.data.may("speak") ? html`<button class="btn" @click=${() => this.#create()}>${icon("plus")} New file</button>` : nothing);
  }

  /** @param {MemoryFile[]} files */
  content(files) {
    const chosen = this.query.path ?? "";
    if (files.length === 0 && chosen === "") {
      return empty({ icon: "memory", title: "Nothing remembered yet", text: "Agents write here what should outlive a session: decisions, habits, facts about the project." });
    }
    return html`<div class="list-detail ${chosen ? "detailed" : ""}">
      <section class="split-list" aria-label="Memory files">
        <label class="search">${icon("search")}<span class="sr-only">Search memory</span>
          <input class="input" type="search" placeholder="Search by words or meaning" .value=${this.sought}
            @input=${(/** @type {any} */ event) => { this.sought = event.target.value; this.search(); }}></label>
        ${this.hits ? this.#matches(this.hits) : this.#files(files, chosen)}
      </section>
      <section class="split-detail" aria-label=${chosen ? `The file ${chosen}` : "One file"}>${this.#detail(chosen)}</section>
    </div>`;
  }

  /** @param {MemoryFile[]} files @param {string} chosen */
  #files(files, chosen) {
    return html`<ul>${files.map((it) => html`<li><a class="list-row" href=${this.#place(it.path)} aria-current=${it.path === chosen ? "true" : nothing}>
      <span class="strong clip">${plain(it.path)}</span>
      <span class="muted small clip">${it.summary ? plain(it.summary) : bytes(it.size)}</span></a></li>`)}</ul>`;
  }

  /** @param {MemoryMatch[]} matches */
  #matches(matches) {
    return html`<p class="muted small" role="status">${matches.length === 0 ? "Nothing fits." : `${matches.length} found`}</p>
      <ul>${matches.map((it) => html`<li><a class="list-row" href=${this.#place(it.path)}>
        <span class="row"><span class="strong clip grow">${plain(it.path)}</span><span class="tag num">${Math.round(it.score * 100)}%</span></span>
        <span class="small snippet">${plain(it.snippet)}</span>
        <span class="muted small">lines ${it.start_line} to ${it.end_line}</span></a></li>`)}</ul>`;
  }

  /** @param {string} file */
  #place(file) {
    return href("/w/:workspace/memory", this.params, { path: file });
  }

  /** @param {string} chosen */
  #detail(chosen) {
    if (chosen === "") {
      return empty({ icon: "memory", title: "Choose a file", text: "It is shown here, and can be edited." });
    }
    if (this.trouble) {
      return failed(this.trouble, () => this.#open(chosen));
    }
    if (!this.file) {
      return skeleton(6);
    }
    const file = this.file;
    return html`<article class="card">
      <header>
        <a class="btn quiet small split-back" href=${href("/w/:workspace/memory", this.params)}>All files</a>
        <h2 class="grow clip">${plain(file.path)}</h2>
        ${this.draft === undefined && app.data.may("speak") ? html`
          <button class="btn small" @click=${() => this.#edit()}>${icon("edit")} Edit</button>
          <button class="btn small quiet danger" @click=${() => this.#remove(file.path)}>${icon("trash")} Delete</button>` : nothing}
      </header>
      <div class="body">${this.draft === undefined
        ? file.content.trim() === "" ? html`<p class="muted">The file is empty.</p>` : html`<deft-markdown .text=${file.content}></deft-markdown>`
        : this.#editor(this.draft)}</div>
    </article>`;
  }

  /** @param {string} draft */
  #editor(draft) {
    return html`<form class="stack" @submit=${(/** @type {Event} */ event) => { event.preventDefault(); this.#save(); }}>
      <label class="sr-only" for="memory-text">Content in Markdown</label>
      <textarea class="textarea mono tall" id="memory-text" .value=${draft} @input=${(/** @type {any} */ event) => { this.draft = event.target.value; }}
        @keydown=${(/** @type {KeyboardEvent} */ event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) { this.#save(); } }}></textarea>
      <div class="row"><button class="btn primary">Save</button><button type="button" class="btn" @click=${() => { this.draft = undefined; }}>Cancel</button>
        <span class="muted small">Markdown. Ctrl+Enter saves.</span></div>
    </form>`;
  }

  async #edit() {
    this.draft = this.file?.content ?? "";
    await this.updateComplete;
    this.querySelector("textarea")?.focus();
  }

  async #save() {
    const file = this.query.path;
    const content = this.draft ?? "";
    const ifMatch = app.api.etag(`${this.base}/files`, { path: file });
    if (await this.act(() => app.api.put(`${this.base}/files`, { content }, { query: { path: file }, ifMatch }), "Saved")) {
      await Promise.all([this.#open(file), this.reload()]);
    }
  }

  /** @param {string} file */
  async #remove(file) {
    const sure = await confirmed({ title: "Delete this file?", text: html`Agents will no longer know what ${plain(file)} says.`, confirm: "Delete", danger: true });
    if (sure && (await this.act(() => app.api.delete(`${this.base}/files`, { query: { path: file } }), "Deleted"))) {
      go(href("/w/:workspace/memory", this.params));
      await this.reload();
    }
  }

  async #create() {
    const name = await askText({ title: "New memory file", label: "Path", value: "memory/", confirm: "Create", hint: "MEMORY.md, or a .md file below memory/" });
    if (!name) {
      return;
    }
    const content = `# ${name.replace(/^.*\//, "").replace(/\.md$/, "")}\n`;
    if (await this.act(() => app.api.put(`${this.base}/files`, { content }, { query: { path: name } }))) {
      await this.reload();
      go(this.#place(name));
    }
  }
}

customElements.define("deft-memory", MemoryView);
