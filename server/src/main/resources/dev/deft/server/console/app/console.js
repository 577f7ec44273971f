import { html, nothing } from "lit";
import { keyed } from "lit/directives/keyed.js";
import { unsafeStatic, html as staticHtml } from "lit/static-html.js";
import { app } from "./app.js";
import { go, href, match, parse } from "./router.js";
import { setTheme, theme } from "./theme.js";
import { showKeys } from "./key-help.js";
import { DeftElement, Listening } from "../ui/element.js";
import { icon, logo } from "../ui/icons.js";
import { empty, failed, skeleton } from "../ui/states.js";
import { plain } from "../ui/text.js";
import { views } from "../views/index.js";

/** @typedef {import("../views/index.js").View} View */

/** The frame around all views. */
export class DeftConsole extends DeftElement {
  static properties = { place: { state: true }, sideOpen: { state: true }, trayOpen: { state: true }, problem: { state: true } };

  constructor() {
    super();
    /** @type {{ view?: View, path: string, params: Record<string, string>, query: Record<string, string> }} */
    this.place = { path: "/", params: {}, query: {} };
    this.sideOpen = false;
    this.trayOpen = false;
    /** @type {Error | undefined} */
    this.problem = undefined;
    this.ready = false;
    /** @type {Set<string>} */
    this.loadedViews = new Set();
    new Listening(this, app.data, ["info", "workspaces", "requests", "link"]);
  }

  connectedCallback() {
    super.connectedCallback();
    restorePlace();
    window.addEventListener("hashchange", () => this.#navigate());
    app.data.addEventListener("requests", () => this.#titled());
    app.data.addEventListener("new_version", () => app.toast("info", "The server was updated", "Reload the page to use the new console."));
    app.keys.add(this.#bindings());
    this.#start();
  }

  async #start() {
    this.problem = undefined;
    try {
      await app.data.start();
      this.ready = true;
      this.#navigate();
    } catch (problem) {
      this.problem = problem instanceof Error ? problem : new Error(String(problem));
    }
  }

  #bindings() {
    const places = views.flatMap((it) => it.key ? [{ keys: it.key, does: it.title, group: "Go to", run: () => go(this.#hrefOf(it)) }] : []);
    return [
      ...places,
      { keys: "?", does: "This help", group: "Everywhere", run: () => showKeys(app.keys) },
      { keys: "r", does: "What waits for you", group: "Everywhere", run: () => this.#tray(!this.trayOpen) },
      { keys: "y", does: "Allow once", group: "Requests", run: () => answer("once") },
      { keys: "Y", does: "Allow for the session", group: "Requests", run: () => answer("session") },
      { keys: "x", does: "Reject", group: "Requests", run: () => answer("reject") },
      { keys: "t", does: "Dark or light", group: "Everywhere", run: () => this.#nextTheme() },
      { keys: "/", does: "Search", group: "Everywhere", run: () => focusSearch() },
      { keys: "Escape", does: "Close, or leave a field", group: "Everywhere", run: () => this.#escape(), inFields: true },
    ];
  }

  #escape() {
    if (document.querySelector("dialog[open]")) {
      /** @type {HTMLDialogElement} */ (document.querySelector("dialog[open]")).close();
    } else if (document.activeElement instanceof HTMLElement && document.activeElement !== document.body) {
      document.activeElement.blur();
    } else if (this.trayOpen) {
      this.#tray(false);
    }
    this.sideOpen = false;
  }

  /** @param {boolean} open */
  async #tray(open) {
    if (open) {
      await import("../session/tray.js");
    }
    this.trayOpen = open;
    await this.updateComplete;
    if (open) {
      const close = this.querySelector(".tray button");
      if (close instanceof HTMLElement) {
        close.focus();
      }
    }
  }

  #nextTheme() {
    const next = { system: "dark", dark: "light", light: "system" }[theme()];
    setTheme(/** @type {any} */ (next));
    this.requestUpdate();
  }

  #navigate() {
    const { path, query } = parse(location.hash);
    for (const view of views) {
      const params = match(view.path, path);
      if (params) {
        if (params.workspace) {
          app.workspace = params.workspace;
        }
        this.place = { view, path, params, query };
        this.#load(view);
        this.#titled();
        this.sideOpen = false;
        return;
      }
    }
    const home = views.find((it) => it.path === "/") ?? views[0];
    if (path === "/" && home) {
      go(this.#hrefOf(home), { replace: true });
      return;
    }
    this.place = { path, params: {}, query };
  }

  /** @param {View} view */
  async #load(view) {
    if (!this.loadedViews.has(view.id)) {
      try {
        await view.load();
        this.loadedViews.add(view.id);
      } catch {
        app.toast("bad", "The page could not be loaded", "Reload to try again.");
      }
    }
    this.requestUpdate();
  }

  /** @param {View} view */
  #hrefOf(view) {
    return href(view.path, { workspace: app.workspace });
  }

  #titled() {
    const waiting = app.data.requests.size;
    const title = this.place.view?.title ?? "Not found";
    document.title = `${waiting > 0 ? `(${waiting}) ` : ""}${title} · Deft`;
  }

  render() {
    return html`
      <a class="skip" href="#content" @click=${skipToContent}>Skip to the content</a>
      ${this.sideOpen ? html`<button class="side-veil" aria-label="Close the menu" @click=${() => (this.sideOpen = false)}></button>` : nothing}
      ${this.#side()}
      <main class="main" id="content" tabindex="-1">
        ${this.#top()}
        ${app.data.link === "reconnecting" ? html`<div class="offline" role="status"><span class="spinner"></span>The connection was lost. Reconnecting…</div>` : nothing}
        <div class="outlet">${this.#outlet()}</div>
      </main>
      ${this.trayOpen ? html`<div class="tray-veil" @click=${() => this.#tray(false)}></div>
        <deft-tray @close=${() => this.#tray(false)}></deft-tray>` : nothing}
      <deft-toasts></deft-toasts>
      <div id="announcements" class="sr-only" role="status" aria-live="polite"></div>`;
  }

  #outlet() {
    if (this.problem) {
      return html`<div>${failed(this.problem, () => this.#start())}</div>`;
    }
    if (!this.ready) {
      return html`<div class="page">${skeleton(6, 20)}</div>`;
    }
    const { view, params, query } = this.place;
    if (!view || (view.scope && !app.data.may(view.scope))) {
      return html`<div>${empty({ icon: "search", title: "There is nothing here", text: "The page does not exist, or you may not see it.", actions: html`<a class="btn" href="#/">Go to the start</a>` })}</div>`;
    }
    if (!this.loadedViews.has(view.id)) {
      return html`<div class="page">${skeleton(6, 20)}</div>`;
    }
    const tag = unsafeStatic(view.tag);
    return keyed(`${view.id} ${JSON.stringify(params)}`, staticHtml`<${tag} .params=${params} .query=${query}></${tag}>`);
  }

  #top() {
    const waiting = app.data.requests.size;
    return html`<header class="topbar">
      <button class="btn quiet icon-only" aria-label="Open the menu" aria-expanded=${this.sideOpen} @click=${() => (this.sideOpen = true)}>${icon("menu")}</button>
      <span class="title grow clip">${this.place.view?.title ?? "Deft"}</span>
      <button class="btn quiet" aria-label=${`${waiting} waiting for an answer`} @click=${() => this.#tray(true)}>${icon("bell")}${waiting > 0 ? html`<span class="tag warn">${waiting}</span>` : nothing}</button>
    </header>`;
  }

  #side() {
    const usable = views.filter((it) => it.group && (!it.scope || app.data.may(it.scope)));
    const groups = [...new Set(usable.map((it) => it.group))];
    const waiting = app.data.requests.size;
    return html`<aside class="side ${this.sideOpen ? "open" : ""}" aria-label="Navigation">
      <a class="brand" href="#/"><span class="logo">${logo()}</span>Deft</a>
      ${app.data.workspaces.length > 1 ? html`<div class="workspace">
        <select class="select" aria-label="Workspace" @change=${(/** @type {any} */ event) => this.#chooseWorkspace(event.target.value)}>
          ${app.data.workspaces.map((it) => html`<option value=${it.id} .selected=${it.id === app.workspace}>${it.id}</option>`)}
        </select></div>` : nothing}
      <nav aria-label="Views">
        <button class="item" @click=${() => this.#tray(true)}>${icon("bell")}Waiting for you${waiting > 0 ? html`<span class="count hot">${waiting}</span>` : nothing}</button>
        ${groups.map((group) => html`<div class="group">${group}</div>
          ${usable.filter((it) => it.group === group).map((it) => html`<a class="item" href=${this.#hrefOf(it)} aria-current=${this.#isShown(it) ? "page" : "false"}>${icon(it.icon ?? "list")}${it.title}</a>`)}`)}
      </nav>
      <div class="foot">
        <button class="item" @click=${() => this.#nextTheme()}>${icon({ dark: "moon", light: "sun", system: "screen" }[theme()])}${{ dark: "Dark", light: "Light", system: "Like the system" }[theme()]}</button>
        <button class="item" @click=${() => showKeys(app.keys)}>${icon("keyboard")}Keyboard<span class="kbd count">?</span></button>
        <div class="who"><span class="dot ${app.data.link === "live" ? "ok" : "waiting"}" title=${app.data.link}></span>
          <span class="grow clip">${plain(app.data.info?.principal.name ?? "")}</span>
          <button class="btn quiet small icon-only" aria-label="Sign out" title="Sign out" @click=${() => app.signOut()}>${icon("out")}</button></div>
      </div>
    </aside>`;
  }

  /** @param {View} view */
  #isShown(view) {
    return view.id === this.place.view?.id || (view.id === "sessions" && this.place.view?.id === "session");
  }

  /** @param {string} id */
  #chooseWorkspace(id) {
    app.workspace = id;
    const view = this.place.view;
    if (view?.group && view.path.includes(":workspace")) {
      go(this.#hrefOf(view));
    }
    this.requestUpdate();
  }
}

/** After signing in, the place from before. */
function restorePlace() {
  try {
    const place = sessionStorage.getItem("deft.place");
    sessionStorage.removeItem("deft.place");
    if (place && !location.hash) {
      history.replaceState(null, "", place);
    }
  } catch {
    // The first page then.
  }
}

/** @param {Event} event */
function skipToContent(event) {
  event.preventDefault();
  document.getElementById("content")?.focus();
}

/** Answers the request that has the focus, or the first one on display. @param {string} given */
function answer(given) {
  const tray = Array.from(document.querySelectorAll("deft-tray deft-request"));
  const cards = tray.length > 0 ? tray : Array.from(document.querySelectorAll("deft-session deft-request"));
  const focused = cards.find((it) => it.contains(document.activeElement));
  /** @type {any} */ (focused ?? cards[0])?.answerByKey(given);
}

function focusSearch() {
  const field = document.querySelector(".outlet .search .input, .outlet input[type=search]");
  if (field instanceof HTMLElement) {
    field.focus();
  }
}

customElements.define("deft-console", DeftConsole);
