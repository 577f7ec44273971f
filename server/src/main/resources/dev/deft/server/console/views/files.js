import { html, nothing } from "lit";
import { ApiProblem, path } from "../app/api.js";
import { app } from "../app/app.js";
import { go, href } from "../app/router.js";
import { icon } from "../ui/icons.js";
import { empty } from "../ui/states.js";
import { plain, spelled } from "../ui/text.js";
import { diffOfFile } from "./file-diff.js";
import { View, pageHead } from "./view.js";
import "./file-content.js";

/** @typedef {{ name: string, type: string, size: number, changed?: boolean }} FileEntry */
/** @typedef {{ path: string, added: number, removed: number }} ChangedFile */
/** @typedef {{ diff: string, files: ChangedFile[] }} SessionDiff */
/** @typedef {{ sessions: any[], diff: SessionDiff | undefined }} FilesData */

/** The files of a workspace, with what a session changed in them. @extends {View<FilesData>} */
class FilesView extends View {
  static properties = { ...View.properties, directories: { state: true }, open: { state: true }, active: { state: true }, troubles: { state: true } };

  constructor() {
    super();
    /** The directories that were read. @type {Map<string, FileEntry[]>} */
    this.directories = new Map();
    /** @type {Map<string, string>} */
    this.troubles = new Map();
    /** @type {Set<string>} */
    this.open = new Set(["."]);
    /** The entry that the Tab key reaches. */
    this.active = "";
  }

  get base() {
    return path`/v1/workspaces/${this.workspace}`;
  }

  subject() {
    return `${this.workspace} ${this.query.session ?? ""}`;
  }

  async load() {
    const chosen = this.query.session;
    this.directories.clear();
    const [sessions, diff] = await Promise.all([
      app.api.get("/v1/sessions", { query: { workspace: this.workspace, limit: 50 } }),
      chosen ? app.api.get(`${this.base}/sessions/${encodeURIComponent(chosen)}/diff`) : undefined,
      ...[...new Set([...this.open, ...parents(this.query.path ?? "")])].map((it) => this.#read(it)),
    ]);
    return { sessions: sessions.items, diff };
  }

  /** @param {string} directory */
  async #read(directory) {
    this.open.add(directory);
    try {
      const found = await app.api.get(`${this.base}/files`, { query: { path: directory, session: this.query.session } });
      this.directories.set(directory, sorted(found.entries));
      this.troubles.delete(directory);
    } catch (problem) {
      if (!(problem instanceof ApiProblem)) {
        throw problem;
      }
      if (directory === ".") {
        throw problem;
      }
      this.troubles.set(directory, problem.message);
    }
    this.requestUpdate();
  }

  head() {
    const sessions = this.data.value?.sessions ?? [];
    return pageHead("Files", "As agents see them: through the same gates, so what they may not read is not shown either.", html`
      <select class="select fit" aria-label="Show the changes of a session" @change=${(/** @type {any} */ event) => go(this.#place({ session: event.target.value }))}>
        <option value="">No session’s changes</option>
        ${sessions.map((it) => html`<option value=${it.id} .selected=${it.id === this.query.session}>Changes of: ${spelled(it.title || it.id)}</option>`)}
      </select>`);
  }

  /** @param {Record<string, string>} change */
  #place(change) {
    return href("/w/:workspace/files", this.params, { ...this.query, ...change });
  }

  /** @param {FilesData} data */
  content({ diff }) {
    const chosen = this.query.path ?? "";
    return html`<div class="list-detail files ${chosen ? "detailed" : ""}">
      <section class="split-list" aria-label="All files">
        ${diff ? this.#changes(diff) : nothing}
        <h2 class="list-head">${plain(this.workspace)}</h2>
        <ul class="tree" role="tree" aria-label="Files" @keydown=${(/** @type {KeyboardEvent} */ event) => this.#moved(event)}>${this.#entries(".", 1, diff)}</ul>
      </section>
      <section class="split-detail" aria-label=${chosen ? `The file ${spelled(chosen)}` : "One file"}>
        ${chosen ? html`<deft-file .base=${this.base} .path=${chosen} .diff=${this.#diffOf(diff, chosen)} .back=${this.#place({ path: "" })}></deft-file>`
          : empty({ icon: "file", title: "Choose a file", text: diff ? "Those that the session changed are on top of the list." : "Choose a session above to see what it changed." })}
      </section>
    </div>`;
  }

  /** @param {SessionDiff | undefined} diff @param {string} file */
  #diffOf(diff, file) {
    return diff?.files.some((it) => it.path === file) ? diffOfFile(diff.diff, file) : "";
  }

  /** @param {SessionDiff} diff */
  #changes(diff) {
    return html`<h2 class="list-head">Changed by the session <span class="muted">${diff.files.length}</span></h2>
      ${diff.files.length === 0 ? html`<p class="muted small">It changed no file.</p>` : html`<ul class="changed">${diff.files.map((it) => html`<li>
        <a class="list-row flat" href=${this.#place({ path: it.path })} aria-current=${it.path === this.query.path ? "true" : nothing}>
          <span class="mono clip grow">${plain(it.path)}</span><span class="num small"><span class="plus">+${it.added}</span> <span class="minus">−${it.removed}</span></span></a></li>`)}</ul>`}`;
  }

  /** @param {string} directory @param {number} level @param {SessionDiff | undefined} diff @returns {unknown} */
  #entries(directory, level, diff) {
    if (this.troubles.has(directory)) {
      return html`<li role="none" class="note warn small">${icon("warning")}<span>${plain(this.troubles.get(directory))}</span></li>`;
    }
    const entries = this.directories.get(directory);
    if (!entries) {
      return html`<li role="none" class="muted small tree-note">Reading…</li>`;
    }
    if (entries.length === 0) {
      return html`<li role="none" class="muted small tree-note">Empty</li>`;
    }
    return entries.map((it) => this.#entry(it, directory === "." ? it.name : `${directory}/${it.name}`, level, diff));
  }

  /** @param {FileEntry} entry @param {string} full @param {number} level @param {SessionDiff | undefined} diff */
  #entry(entry, full, level, diff) {
    const folder = entry.type === "dir";
    const open = folder && this.open.has(full);
    const changed = entry.changed || diff?.files.some((it) => it.path === full || (folder && it.path.startsWith(`${full}/`)));
    const first = this.active === "" && level === 1 && this.directories.get(".")?.[0] === entry;
    return html`<li role="none">
      <div class="tree-row" role="treeitem" aria-level=${level} aria-expanded=${folder ? String(open) : nothing} aria-selected=${full === this.query.path ? "true" : "false"}
        tabindex=${this.active === full || first ? 0 : -1} data-path=${full} data-type=${entry.type} .style=${`padding-left:${8 + (level - 1) * 16}px`}
        @click=${() => this.#chosen(full, folder)}>
        <span class="twist ${open ? "open" : ""}">${folder ? icon("chevron") : nothing}</span>${icon(folder ? "files" : entry.type === "link" || entry.type === "symlink" ? "open" : "file")}
        <span class="clip grow">${plain(entry.name)}</span>${changed ? html`<span class="tag accent" title="Changed">M<span class="sr-only">odified</span></span>` : nothing}</div>
      ${open ? html`<ul role="group">${this.#entries(full, level + 1, diff)}</ul>` : nothing}
    </li>`;
  }

  /** @param {string} full @param {boolean} folder */
  #chosen(full, folder) {
    this.active = full;
    if (!folder) {
      go(this.#place({ path: full }));
    } else if (this.open.has(full)) {
      this.open.delete(full);
      this.requestUpdate();
    } else {
      this.open.add(full);
      this.#read(full);
    }
  }

  /** The keys of a tree. @param {KeyboardEvent} event */
  #moved(event) {
    const row = event.target instanceof HTMLElement ? event.target.closest(".tree-row") : null;
    const rows = /** @type {HTMLElement[]} */ ([...this.querySelectorAll(".tree-row")]);
    const at = rows.indexOf(/** @type {HTMLElement} */ (row));
    if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const { path: full = "", type } = rows[at].dataset;
    const open = this.open.has(full);
    switch (event.key) {
      case "ArrowDown": case "j": this.#focus(rows[at + 1]); break;
      case "ArrowUp": case "k": this.#focus(rows[at - 1]); break;
      case "Home": this.#focus(rows[0]); break;
      case "End": this.#focus(rows.at(-1)); break;
      case "ArrowRight": type === "dir" && !open ? this.#chosen(full, true) : this.#focus(rows[at + 1]); break;
      case "ArrowLeft": type === "dir" && open ? this.#chosen(full, true) : this.#focus(rows.find((it) => it.dataset.path === parents(full).at(-1))); break;
      case "Enter": case " ": this.#chosen(full, type === "dir"); break;
      default: return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {HTMLElement | undefined} row */
  #focus(row) {
    if (row) {
      this.active = row.dataset.path ?? "";
      row.focus();
    }
  }
}

/** Directories first, then by name. @param {FileEntry[]} entries */
function sorted(entries) {
  return [...entries].sort((a, b) => Number(b.type === "dir") - Number(a.type === "dir") || a.name.localeCompare(b.name));
}

/** The directories above a file, the outermost first. @param {string} file @returns {string[]} */
function parents(file) {
  const steps = file.split("/").slice(0, -1);
  return steps.map((_, at) => steps.slice(0, at + 1).join("/"));
}

customElements.define("deft-files", FilesView);
