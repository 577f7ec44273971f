import { html, nothing } from "lit";
import { app } from "../app/app.js";
import { clock, fullTime } from "../ui/format.js";
import { icon } from "../ui/icons.js";
import { empty } from "../ui/states.js";
import { plain } from "../ui/text.js";
import { View, pageHead } from "./view.js";

/** @typedef {{ id: number, at: string, person: string, token?: string, act: string, target?: string, status: number, detail?: string }} AuditItem */

/** Who did what. @extends {View<{ items: AuditItem[], next?: string }>} */
class AuditView extends View {
  static properties = { ...View.properties, sought: { state: true }, busy: { state: true } };

  constructor() {
    super();
    this.sought = "";
    this.busy = false;
  }

  load() {
    return app.api.get("/v1/audit", { query: { limit: 100 } });
  }

  head() {
    return pageHead("Audit log", "Every act on this server: who, what, when, and how it was answered.",
      html`<button class="btn" @click=${() => this.reload()}>${icon("refresh")} Refresh</button>`);
  }

  /** @param {{ items: AuditItem[], next?: string }} page */
  content(page) {
    if (page.items.length === 0) {
      return empty({ icon: "list", title: "Nobody did anything yet" });
    }
    const words = this.sought.toLowerCase().split(/\s+/).filter((it) => it !== "");
    const fitting = page.items.filter((it) => words.every((word) => `${it.person} ${it.act} ${it.target ?? ""} ${it.status} ${it.detail ?? ""}`.toLowerCase().includes(word)));
    const days = [...new Set(fitting.map((it) => it.at.slice(0, 10)))];
    return html`
      <div class="toolbar"><label class="search">${icon("search")}<span class="sr-only">Filter the acts shown</span>
        <input class="input" type="search" placeholder="Filter by person, act, target or status" .value=${this.sought} @input=${(/** @type {any} */ event) => { this.sought = event.target.value; }}></label></div>
      <p class="sr-only" role="status">${fitting.length} acts shown</p>
      ${days.map((day) => html`<section aria-label=${day}><h2 class="list-head">${dayTitle(day)}</h2>
        <div class="table-wrap" tabindex="0"><table class="table audit">
          <thead class="sr-only"><tr><th scope="col">Time</th><th scope="col">Person</th><th scope="col">Act</th><th scope="col">Status</th></tr></thead>
          <tbody>${fitting.filter((it) => it.at.startsWith(day)).map((it) => html`<tr>
            <td class="nowrap num muted" title=${fullTime(it.at)}>${clock(it.at)}</td><td class="nowrap">${plain(it.person)}</td><td class="wrap-any"><span class="strong">${plain(it.act)}</span> <span class="mono small muted">${plain(it.target ?? "")}</span>
              ${it.detail ? html`<div class="muted small">${plain(it.detail)}</div>` : nothing}</td>
            <td class="right"><span class="tag ${it.status < 400 ? "ok" : it.status < 500 ? "warn" : "bad"}">${it.status}</span></td></tr>`)}</tbody></table></div></section>`)}
      ${page.next ? html`<div class="row center"><button class="btn" ?disabled=${this.busy} @click=${() => this.#more(page)}>Earlier acts</button></div>` : nothing}`;
  }

  /** @param {{ items: AuditItem[], next?: string }} page */
  async #more(page) {
    this.busy = true;
    await this.act(async () => {
      const earlier = await app.api.get("/v1/audit", { query: { limit: 100, before: page.items.at(-1)?.id } });
      this.data.value = { items: [...page.items, ...earlier.items], next: earlier.next };
    });
    this.busy = false;
  }
}

/** @param {string} day */
function dayTitle(day) {
  return new Date(`${day}T12:00:00Z`).toLocaleDateString("en-US", { weekday: "long", month: "long", day: "numeric", timeZone: "UTC" });
}

customElements.define("deft-audit", AuditView);
