import { html, nothing } from "lit";
import { app } from "../app/app.js";
import { keyOf } from "../app/live-data.js";
import { href } from "../app/router.js";
import { newSession } from "../session/new-session.js";
import { Listening } from "../ui/element.js";
import { ago, compact, cost, fullTime, number, plural } from "../ui/format.js";
import { icon } from "../ui/icons.js";
import { empty } from "../ui/states.js";
import { plain } from "../ui/text.js";
import { totals } from "./figures.js";
import { tile } from "./tile.js";
import { View } from "./view.js";

/** @typedef {import("../app/live-data.js").Session} Session */
/** @typedef {import("../app/live-data.js").Request} Request */
/** @typedef {import("./figures.js").UsageItem} UsageItem */

const RECENT = 8;

/** What runs now, what waits for an answer, what was done lately. @extends {View<{ sessions: Session[], usage: UsageItem[] }>} */
class HomeView extends View {
  constructor() {
    super();
    new Listening(this, app.data, ["sessions", "requests", "workspaces"]);
    this.again = () => {
      this.reload();
    };
  }

  connectedCallback() {
    super.connectedCallback();
    app.data.addEventListener("reset", this.again);
  }

  disconnectedCallback() {
    app.data.removeEventListener("reset", this.again);
    super.disconnectedCallback();
  }

  async load() {
    const today = new Date().toISOString().slice(0, 10);
    const [sessions, usage] = await Promise.all([
      app.api.get("/v1/sessions", { query: { limit: 50 } }),
      app.api.all("/v1/usage", { query: { from: today, to: today, by: "day,model", limit: 200 } }),
    ]);
    return { sessions: sessions.items, usage };
  }

  head() {
    const name = app.data.info?.principal.name ?? "";
    return html`<header class="page-head"><div class="titles"><h1>${greeting(new Date().getHours())}${name ? html`, ${plain(name)}` : nothing}</h1>
      <p>${this.#summary()}</p></div>
      ${app.data.may("speak") ? html`<button class="btn primary" @click=${() => newSession()}>${icon("plus")} New session</button>` : nothing}</header>`;
  }

  #summary() {
    const waiting = app.data.requests.size;
    const running = this.#current().filter((it) => it.state === "running").length;
    if (waiting > 0) {
      return `${plural(waiting, "request")} ${waiting === 1 ? "waits" : "wait"} for your answer.`;
    }
    return running > 0 ? `${plural(running, "session")} at work, nothing waits for you.` : "Nothing runs, and nothing waits for you.";
  }

  /** The sessions as the events have changed them since. @returns {Session[]} */
  #current() {
    const known = new Map((this.data.value?.sessions ?? []).map((it) => [keyOf(it), it]));
    for (const [key, it] of app.data.sessions) {
      known.set(key, it);
    }
    return [...known].filter(([key, it]) => !app.data.deleted.has(key) && !it.parent).map(([, it]) => it)
      .sort((a, b) => b.modified.localeCompare(a.modified));
  }

  /** @param {{ usage: UsageItem[] }} data */
  content({ usage }) {
    const sessions = this.#current();
    const active = sessions.filter((it) => it.state === "running" || it.state === "waiting" || it.state === "interrupted");
    const used = totals(usage);
    return html`
      <dl class="tiles">
        ${tile("At work", number(active.filter((it) => it.state === "running").length), plural(sessions.reduce((sum, it) => sum + it.queued, 0), "message") + " queued")}
        ${tile("Waiting for you", number(app.data.requests.size), app.data.requests.size > 0 ? html`<span>press <kbd class="kbd">r</kbd> to answer</span>` : "nothing to answer")}
        ${tile("Spent today", cost(used.cost), html`<a href="#/usage">see usage</a>`)}
        ${tile("Tokens today", compact(used.input + used.output), plural(used.requests, "request"))}
      </dl>
      <div class="columns wide-left">
        <div class="stack">
          ${app.data.requests.size > 0 ? this.#requests([...app.data.requests.values()]) : nothing}
          ${active.length > 0 ? this.#sessions("At work", active) : nothing}
          ${this.#sessions("Recent sessions", sessions.filter((it) => !active.includes(it) && it.turns > 0).slice(0, RECENT))}
        </div>
        ${this.#workspaces()}
      </div>`;
  }

  /** @param {Request[]} requests */
  #requests(requests) {
    return html`<section class="card attention" aria-labelledby="home-waiting"><header>${icon("bell")}<h2 id="home-waiting" class="grow">Waits for you</h2></header>
      <ul class="rows">${requests.map((it) => html`<li><a class="row-link" href=${href("/w/:workspace/s/:session", { workspace: it.workspace, session: it.session })}>
        <span class="tag warn">${it.kind}</span>
        <span class="grow clip">${it.kind === "approval" ? html`<span class="mono">${plain(it.tool)}</span> <span class="mono muted">${plain(oneLine(it.args))}</span>` : plain(it.questions?.[0]?.question ?? "A question")}</span>
        <span class="muted small nowrap" title=${fullTime(it.asked_at)}>${ago(it.asked_at)}</span></a></li>`)}</ul></section>`;
  }

  /** @param {string} title @param {Session[]} sessions */
  #sessions(title, sessions) {
    return html`<section class="card" aria-label=${title}><header><h2 class="grow">${title}</h2><a class="small" href="#/sessions">All sessions</a></header>
      ${sessions.length === 0 ? empty({ icon: "sessions", title: "Nothing here yet", text: "Start a session and say what you want done." }) : html`
      <ul class="rows">${sessions.map((it) => html`<li><a class="row-link" href=${href("/w/:workspace/s/:session", { workspace: it.workspace, session: it.id })}>
        <span class="dot ${it.state}" role="img" aria-label=${it.state}></span>
        <span class="grow two"><span class="strong clip">${plain(it.title || it.id)}</span>
          <span class="muted small clip">${plain([it.workspace, it.agent, it.model].filter(Boolean).join(" · "))}</span></span>
        <span class="two end"><span class="muted small nowrap" title=${fullTime(it.modified)}>${ago(it.modified)}</span><span class="muted small num">${it.usage?.cost_usd ? cost(it.usage.cost_usd) : `${compact((it.usage?.input_tokens ?? 0) + (it.usage?.output_tokens ?? 0))} tokens`}</span></span></a></li>`)}</ul>`}
    </section>`;
  }

  #workspaces() {
    return html`<section class="card" aria-label="Workspaces"><header><h2>Workspaces</h2></header>
      <ul class="rows">${app.data.workspaces.map((it) => html`<li class="row-block">
        <div class="row"><span class="strong clip grow">${plain(it.id)}</span>${it.trusted === false ? html`<span class="tag warn">not trusted</span>` : nothing}</div>
        <div class="muted small mono clip" title=${it.root}>${plain(it.root)}</div>
        <div class="row wrap links">${[["files", "Files"], ["tools", "Tools"], ["memory", "Memory"], ["schedules", "Schedules"], ["policies", "Policies"]].map(([view, name]) =>
          html`<a class="small" href=${href(`/w/:workspace/${view}`, { workspace: it.id })} aria-label="${name} of ${it.id}">${name}</a>`)}</div></li>`)}</ul></section>`;
  }
}

/** @param {number} hour */
function greeting(hour) {
  return hour < 5 || hour >= 18 ? "Good evening" : hour < 12 ? "Good morning" : "Good afternoon";
}

/** @param {Record<string, unknown> | undefined} args */
function oneLine(args) {
  const values = Object.values(args ?? {});
  const first = values.length === 1 && typeof values[0] === "string" ? values[0] : JSON.stringify(args ?? {});
  return first.replace(/\s+/g, " ").slice(0, 200);
}

customElements.define("deft-home", HomeView);
