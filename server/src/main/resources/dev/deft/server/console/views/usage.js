import { html, nothing } from "lit";
import { app } from "../app/app.js";
import { go, href } from "../app/router.js";
import { compact, cost, number, plural } from "../ui/format.js";
import { empty } from "../ui/states.js";
import { plain } from "../ui/text.js";
import { daysBetween, grouped, measured, series, totals } from "./figures.js";
import { tile } from "./tile.js";
import { View, pageHead } from "./view.js";
import "./usage-chart.js";

/** @typedef {import("./figures.js").UsageItem} UsageItem */
/** @typedef {import("./figures.js").Measure} Measure */

/** @type {Record<string, string>} */
const RANGES = { 7: "7 days", 30: "30 days", 90: "90 days", 365: "A year" };
/** @type {Record<Measure, string>} */
const MEASURES = { cost: "Cost", tokens: "Tokens", requests: "Requests" };
/** @type {Record<string, string>} */
const FIELDS = { model: "Model", agent: "Agent", workspace: "Workspace" };

/** What the work cost, by day, model, agent and workspace. @extends {View<{ items: UsageItem[], days: string[] }>} */
class UsageView extends View {
  get range() {
    return this.query.days in RANGES ? this.query.days : "30";
  }

  /** @returns {Measure} */
  get measure() {
    return this.query.measure in MEASURES ? /** @type {Measure} */ (this.query.measure) : "cost";
  }

  /** @returns {"model" | "agent" | "workspace"} */
  get field() {
    return this.query.by in FIELDS ? /** @type {any} */ (this.query.by) : "model";
  }

  subject() {
    return `${this.range} ${this.query.workspace ?? ""}`;
  }

  async load() {
    const now = Date.now();
    const day = (/** @type {number} */ back) => new Date(now - back * 86_400_000).toISOString().slice(0, 10);
    const days = daysBetween(day(Number(this.range) - 1), day(0));
    const items = await app.api.all("/v1/usage", { query: { from: days[0], to: days.at(-1), by: "day,model,agent,workspace", workspace: this.query.workspace, limit: 200 }, most: 20_000 });
    return { items, days };
  }

  /** @param {Record<string, string>} change */
  #show(change) {
    go(href("/usage", {}, { ...this.query, ...change }), { replace: true });
  }

  head() {
    return pageHead("Usage", "What the work cost, and what used it.", html`
      <div class="toolbar">
        ${app.data.workspaces.length > 1 ? html`<select class="select" aria-label="Workspace" @change=${(/** @type {any} */ event) => this.#show({ workspace: event.target.value })}>
          <option value="">All workspaces</option>${app.data.workspaces.map((it) => html`<option value=${it.id} .selected=${it.id === this.query.workspace}>${it.id}</option>`)}</select>` : nothing}
        ${segmented("Period", RANGES, this.range, (it) => this.#show({ days: it }))}
      </div>`);
  }

  /** @param {{ items: UsageItem[], days: string[] }} data */
  content({ items, days }) {
    if (items.length === 0) {
      return empty({ icon: "chart", title: "Nothing was used in this time", text: "When agents work, their tokens and what they cost are counted here." });
    }
    const all = totals(items);
    return html`
      <dl class="tiles">
        ${tile("Cost", cost(all.cost), all.unpriced > 0 ? `without ${plural(all.unpriced, "request")} of models whose price is not known` : "all requests have a price")}
        ${tile("Input tokens", compact(all.input), all.cached > 0 ? `and ${compact(all.cached)} from the cache` : `${number(all.input)} in all`)}
        ${tile("Output tokens", compact(all.output), `${number(all.output)} in all`)}
        ${tile("Requests", number(all.requests), `${plural(new Set(items.map((it) => it.model)).size, "model")}`)}
      </dl>
      <section class="card" aria-labelledby="by-day">
        <header class="wrap"><h2 id="by-day" class="grow">${MEASURES[this.measure]} by day</h2>
          ${segmented("Measure", MEASURES, this.measure, (it) => this.#show({ measure: it }))}
          ${segmented("Colored by", FIELDS, this.field, (it) => this.#show({ by: it }))}</header>
        <div class="body"><deft-usage-chart .days=${days} .series=${series(items, this.field, days, this.measure)} .measure=${this.measure}></deft-usage-chart>
          ${this.#dayTable(items, days)}</div>
      </section>
      <div class="columns">${Object.keys(FIELDS).map((it) => this.#breakdown(items, /** @type {any} */ (it)))}</div>`;
  }

  /** The plot as a table, for screen readers and for those who like numbers. @param {UsageItem[]} items @param {string[]} days */
  #dayTable(items, days) {
    const rows = grouped(items, "day");
    const used = days.filter((day) => rows.some((it) => it.name === day));
    return html`<details><summary class="small muted">The same as a table</summary><div class="table-wrap short" tabindex="0" role="region" aria-label="Usage by day"><table class="table">
      <caption class="sr-only">Usage by day</caption>
      <thead><tr><th scope="col">Day</th><th scope="col" class="right">Input</th><th scope="col" class="right">Output</th><th scope="col" class="right">Requests</th><th scope="col" class="right">Cost</th></tr></thead>
      <tbody>${used.reverse().map((day) => {
        const it = rows.find((row) => row.name === day) ?? totals([]);
        return html`<tr><th scope="row">${day}</th><td class="right">${number(it.input)}</td><td class="right">${number(it.output)}</td><td class="right">${number(it.requests)}</td><td class="right">${cost(it.cost)}</td></tr>`;
      })}</tbody></table></div></details>`;
  }

  /** @param {UsageItem[]} items @param {"model" | "agent" | "workspace"} field */
  #breakdown(items, field) {
    const rows = grouped(items, field).slice(0, 12);
    const share = (/** @type {string} */ name) => items.filter((it) => (it[field] ?? "(none)") === name).reduce((sum, it) => sum + measured(it, this.measure), 0);
    const shares = rows.map((it) => share(it.name));
    const most = Math.max(...shares, Number.MIN_VALUE);
    return html`<section class="card" aria-label="By ${field}"><header><h2>${FIELDS[field]}s</h2></header>
      <table class="table bars"><thead class="sr-only"><tr><th scope="col">${FIELDS[field]}</th><th scope="col">Tokens</th><th scope="col">Cost</th></tr></thead>
      <tbody>${rows.map((it, at) => html`<tr>
        <th scope="row"><span class="clip">${plain(it.name)}</span><span class="share"><span .style=${`width:${Math.max(1, Math.round((100 * shares[at]) / most))}%`}></span></span></th>
        <td class="right muted">${compact(it.input + it.output)}</td><td class="right">${it.unpriced === it.requests && it.requests > 0 ? html`<span class="muted" title="The price is not known">–</span>` : cost(it.cost)}</td></tr>`)}</tbody></table>
    </section>`;
  }
}

/** @param {string} label @param {Record<string, string>} choices @param {string} chosen @param {(id: string) => void} choose */
function segmented(label, choices, chosen, choose) {
  return html`<div class="segmented" role="group" aria-label=${label}>${Object.entries(choices).map(([id, name]) => html`<button type="button" aria-pressed=${id === chosen} @click=${() => choose(id)}>${name}</button>`)}</div>`;
}

customElements.define("deft-usage", UsageView);
