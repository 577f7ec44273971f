import { html, nothing } from "lit";
import { ApiProblem, path } from "../app/api.js";
import { app } from "../app/app.js";
import { href } from "../app/router.js";
import { icon } from "../ui/icons.js";
import { empty } from "../ui/states.js";
import { plain } from "../ui/text.js";
import { decisionTag, envelopeView, stagesView } from "./call-result.js";
import { View, pageHead } from "./view.js";
import "../ui/markdown.js";
import "./schema-form.js";

/** @typedef {{ name: string, description: string, parameters: any, requires: any, category: string, kind: string }} ToolItem */

/** Tools by category, and one of them to try. @extends {View<ToolItem[]>} */
class ToolsView extends View {
  static properties = {
    ...View.properties,
    sought: { state: true }, running: { state: true }, outcome: { state: true }, explained: { state: true }, refusal: { state: true },
  };

  constructor() {
    super();
    this.sought = "";
    this.running = "";
    /** @type {any} */
    this.outcome = undefined;
    /** @type {any} */
    this.explained = undefined;
    /** @type {ApiProblem | undefined} */
    this.refusal = undefined;
    this.chosen = "";
  }

  load() {
    return app.api.all(path`/v1/workspaces/${this.workspace}/tools`, { query: { limit: 200 } });
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    super.willUpdate(changed);
    const chosen = this.query.tool ?? "";
    if (chosen !== this.chosen) {
      this.chosen = chosen;
      this.#forget();
    }
  }

  #forget() {
    this.outcome = undefined;
    this.explained = undefined;
    this.refusal = undefined;
  }

  head() {
    return pageHead("Tools", "What agents can do here. A call you make passes the same gates as a call of an agent.");
  }

  /** @param {ToolItem[]} tools */
  content(tools) {
    const tool = tools.find((it) => it.name === this.chosen);
    return html`<div class="list-detail ${tool ? "detailed" : ""}">
      <section class="split-list" aria-label="All tools">${this.#list(tools)}</section>
      <section class="split-detail" aria-label=${tool ? `The tool ${tool.name}` : "One tool"}>
        ${tool ? this.#detail(tool) : empty({ icon: "tools", title: "Choose a tool", text: "You see what it takes, what it needs, and a form to try it." })}
      </section>
    </div>`;
  }

  /** @param {ToolItem[]} tools */
  #list(tools) {
    const words = this.sought.toLowerCase().split(/\s+/).filter((it) => it !== "");
    const fitting = tools.filter((it) => words.every((word) => `${it.name} ${it.category} ${it.description}`.toLowerCase().includes(word)));
    const categories = [...new Set(fitting.map((it) => it.category))];
    return html`
      <label class="search">${icon("search")}<span class="sr-only">Search tools</span>
        <input class="input" type="search" placeholder="Search ${tools.length} tools" .value=${this.sought}
          @input=${(/** @type {any} */ event) => { this.sought = event.target.value; }}></label>
      <p class="sr-only" role="status">${fitting.length} tools</p>
      ${fitting.length === 0 ? html`<p class="muted small">No tool fits “${this.sought}”.</p>` : nothing}
      ${categories.map((category) => html`
        <h2 class="list-head">${category}</h2>
        <ul>
          ${fitting.filter((it) => it.category === category).map((it) => html`<li>
            <a class="list-row" href=${href("/w/:workspace/tools", this.params, { tool: it.name })} aria-current=${it.name === this.chosen ? "true" : nothing}>
              <span class="mono strong clip">${plain(it.name)}</span><span class="muted small clip">${plain(firstSentence(it.description))}</span></a></li>`)}
        </ul>`)}`;
  }

  /** @param {ToolItem} tool */
  #detail(tool) {
    const busy = this.running !== "";
    return html`<article class="card" data-tool=${tool.name}>
      <header>
        <a class="btn quiet small split-back" href=${href("/w/:workspace/tools", this.params)}>All tools</a>
        <h2 class="mono grow clip">${plain(tool.name)}</h2><span class="tag">${tool.category}</span><span class="tag">${tool.kind}</span>
      </header>
      <div class="body stack">
        <deft-markdown .text=${tool.description}></deft-markdown>
        ${requirements(tool.requires)}
        <deft-schema-form .schema=${tool.parameters ?? {}} @change=${() => { this.explained = undefined; }}></deft-schema-form>
        <div class="row wrap">
          <button class="btn primary" ?disabled=${busy} @click=${() => this.#run(tool)}>${this.running === "call" ? html`<span class="spinner"></span>` : icon("play")} Run</button>
          <button class="btn" ?disabled=${busy} @click=${() => this.#explain(tool)}>${icon("question")} Why?</button>
          <span class="muted small">“Why?” says what the gates would answer, and runs nothing.</span>
        </div>
        <div aria-live="polite" class="stack">
          ${this.refusal ? html`<div class="note bad">${icon("warning")}<span>${plain(this.refusal.message)}</span></div>` : nothing}
          ${this.explained ? html`<section class="stack-2"><h3 class="row">What the gates say ${decisionTag(this.explained.decision)}</h3>${stagesView(this.explained)}</section>` : nothing}
          ${this.outcome ? envelopeView(this.outcome.result) : nothing}
        </div>
      </div>
    </article>`;
  }

  /** @returns {import("./schema-form.js").SchemaForm} */
  get form() {
    return /** @type {any} */ (this.querySelector("deft-schema-form"));
  }

  /** @param {ToolItem} tool */
  async #run(tool) {
    if (!this.form.check()) {
      this.form.focusMistake();
      return;
    }
    await this.#ask("call", async () => {
      this.outcome = await app.api.post(path`/v1/workspaces/${this.workspace}/calls`, { tool: tool.name, args: this.form.value });
    });
  }

  /** @param {ToolItem} tool */
  async #explain(tool) {
    await this.#ask("explain", async () => {
      this.explained = await app.api.post(path`/v1/workspaces/${this.workspace}/explain`, { tool: tool.name, args: this.form.value });
    });
  }

  /** @param {string} what @param {() => Promise<void>} work */
  async #ask(what, work) {
    this.running = what;
    this.#forget();
    try {
      await work();
    } catch (problem) {
      if (!(problem instanceof ApiProblem)) {
        throw problem;
      }
      this.refusal = problem;
    } finally {
      this.running = "";
    }
  }
}

/** @param {string} description */
function firstSentence(description) {
  const line = description.split("\n", 1)[0];
  const end = line.indexOf(". ");
  return (end < 0 ? line : line.slice(0, end + 1)).replaceAll("`", "");
}

/** What the tool may touch. @param {any} requires */
function requirements(requires) {
  const rows = Object.entries(requires ?? {}).flatMap(([area, it]) =>
    it !== null && typeof it === "object" && !Array.isArray(it)
      ? Object.entries(it).map(([what, list]) => /** @type {[string, any]} */ ([`${area} ${what}`, list]))
      : [/** @type {[string, any]} */ ([area, it])]);
  if (rows.length === 0) {
    return nothing;
  }
  return html`<dl class="args" aria-label="Needs">${rows.map(([name, it]) => html`<dt>${name}</dt><dd>${plain(Array.isArray(it) ? it.join("\n") : typeof it === "string" ? it : JSON.stringify(it))}</dd>`)}</dl>`;
}

customElements.define("deft-tools", ToolsView);
