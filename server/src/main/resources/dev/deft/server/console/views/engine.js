import { html, nothing } from "lit";
import { app } from "../app/app.js";
import { ago, bytes, duration, fullTime, number } from "../ui/format.js";
import { icon } from "../ui/icons.js";
import { plain } from "../ui/text.js";
import { samples } from "./metrics.js";
import { tile } from "./tile.js";
import { View, pageHead } from "./view.js";

/** @typedef {{ status: string, checks?: { name: string, ok: boolean, detail?: string }[] }} Readiness */
/** @typedef {{ info: any, ready: Readiness, groups: { name: string, help: string, samples: { labels: string, value: number }[] }[], took: number }} EngineData */

/** How the server is. @extends {View<EngineData>} */
class EngineView extends View {
  async load() {
    const from = performance.now();
    const [info, ready, metrics] = await Promise.all([app.api.get("/v1"), readiness(), app.api.get("/metrics")]);
    return { info, ready, groups: samples(String(metrics)), took: performance.now() - from };
  }

  head() {
    return pageHead("Engine", "How the server is, and what it counts.", html`<button class="btn" @click=${() => this.reload()}>${icon("refresh")} Refresh</button>`);
  }

  /** @param {EngineData} data */
  content({ info, ready, groups, took }) {
    const up = ready.status === "ready";
    return html`
      <dl class="tiles">
        ${tile("Health", html`<span class="row"><span class="dot ${up ? "ok" : "bad"}"></span>${up ? "Ready" : "Not ready"}</span>`, `answered in ${duration(took)}`)}
        ${tile("Version", plain(info.version), info.started_at ? html`<span title=${fullTime(info.started_at)}>started ${ago(info.started_at)}</span>` : "")}
        ${tile("Store", info.store === "postgresql" ? "PostgreSQL" : "Files", info.store === "postgresql" ? "shared by all servers" : "on this machine")}
        ${tile("Servers", number((info.servers ?? [info.server]).length), plain((info.servers ?? [info.server]).join(", ")))}
      </dl>
      <section class="card" aria-label="Checks"><header><h2>Checks</h2></header>
        <ul class="rows">${(ready.checks ?? []).map((it) => html`<li class="row-block row"><span class="dot ${it.ok ? "ok" : "bad"}"></span><span class="strong">${plain(it.name)}</span>
          <span class="muted grow wrap-any">${plain(it.detail ?? "")}</span><span class="tag ${it.ok ? "ok" : "bad"}">${it.ok ? "well" : "failing"}</span></li>`)}</ul></section>
      <section class="card" aria-label="You"><header><h2>You</h2></header><div class="body row wrap"><span class="strong">${plain(info.principal.name)}</span>
        ${info.principal.scopes.map((/** @type {string} */ it) => html`<span class="tag">${it}</span>`)}
        <span class="muted">${info.principal.workspaces ? html`in ${plain(info.principal.workspaces.join(", "))}` : "in all workspaces"}</span></div></section>
      <section aria-labelledby="metrics-title" class="stack-2"><h2 id="metrics-title">Metrics</h2>
        ${groups.length === 0 ? html`<p class="muted">The server counts nothing yet.</p>` : html`<div class="table-wrap" tabindex="0"><table class="table metrics">
          <thead><tr><th scope="col">Name</th><th scope="col">Labels</th><th scope="col" class="right">Value</th></tr></thead>
          <tbody>${groups.flatMap((group) => group.samples.map((it, at) => html`<tr>
            <td>${at === 0 ? html`<span class="mono">${plain(group.name)}</span>${group.help ? html`<div class="muted small">${plain(group.help)}</div>` : nothing}` : nothing}</td>
            <td class="mono small muted wrap-any">${plain(it.labels)}</td><td class="right num nowrap">${shown(group.name, it.value)}</td></tr>`))}</tbody></table></div>`}
        <p class="small muted">For Prometheus at <a href="/metrics" target="_blank" rel="noopener">/metrics</a>; the API is described at <a href="/v1/openapi.json" target="_blank" rel="noopener">/v1/openapi.json</a>.</p></section>`;
  }
}

/** A server that is not ready says so with status 503 and the same body. @returns {Promise<Readiness>} */
async function readiness() {
  const answer = await fetch("/health/ready", { cache: "no-store" });
  return answer.json();
}

/** @param {string} name @param {number} value */
function shown(name, value) {
  if (/_bytes(_total)?$/.test(name)) {
    return bytes(value);
  }
  if (/_seconds(_total|_sum)?$/.test(name)) {
    return duration(value * 1000);
  }
  return number(value);
}

customElements.define("deft-engine", EngineView);
