import { html, nothing } from "lit";
import { path } from "../app/api.js";
import { app } from "../app/app.js";
import { href } from "../app/router.js";
import { confirmed, openDialog } from "../ui/dialog.js";
import { ago, fullTime } from "../ui/format.js";
import { icon } from "../ui/icons.js";
import { empty } from "../ui/states.js";
import { plain } from "../ui/text.js";
import { View, pageHead } from "./view.js";

/** @typedef {{ id: string, status: string, schedule?: string, zone?: string, next?: string, prompt?: string, problem?: string, session?: string }} Job */
/** @typedef {{ run: string, job: string, due?: string, at?: string, session?: string, status: string, text?: string }} JobRunItem */

/** What agents do by themselves, when, and how it went. @extends {View<{ jobs: Job[], runs: JobRunItem[] }>} */
class SchedulesView extends View {
  constructor() {
    super();
    this.heard = () => {
      this.reload();
    };
  }

  get base() {
    return path`/v1/workspaces/${this.workspace}/schedules`;
  }

  connectedCallback() {
    super.connectedCallback();
    app.data.addEventListener("schedule_run", this.heard);
  }

  disconnectedCallback() {
    app.data.removeEventListener("schedule_run", this.heard);
    super.disconnectedCallback();
  }

  async load() {
    const [jobs, runs] = await Promise.all([app.api.all(this.base, { query: { limit: 200 } }), app.api.get(`${this.base}/runs`, { query: { limit: 100 } })]);
    return { jobs, runs: runs.items };
  }

  head() {
    return pageHead("Schedules", "What agents start by themselves, and how it went.",
      app.data.may("administer") ? html`<button class="btn primary" @click=${() => this.#add()}>${icon("plus")} New schedule</button>` : nothing);
  }

  /** @param {{ jobs: Job[], runs: JobRunItem[] }} data */
  content({ jobs, runs }) {
    return html`
      ${jobs.length === 0
        ? empty({ icon: "clock", title: "Nothing is scheduled", text: "A schedule sends a prompt to an agent at set times: every night, every two hours, once on Friday." })
        : html`<ul class="jobs">${jobs.map((it) => this.#job(it, runs.filter((run) => run.job === it.id)))}</ul>`}
      <section aria-labelledby="runs-title" class="stack-2">
        <h2 id="runs-title">History</h2>
        ${runs.length === 0 ? html`<p class="muted">Nothing has run yet.</p>` : this.#history(runs)}
      </section>`;
  }

  /** @param {Job} job @param {JobRunItem[]} runs */
  #job(job, runs) {
    const own = job.status === "own";
    return html`<li class="card job">
      <div class="body">
        <div class="row wrap">
          <span class="dot ${own ? "ok" : job.status === "damaged" ? "bad" : "waiting"}"></span>
          <h2 class="clip">${plain(job.id)}</h2>
          ${own ? nothing : html`<span class="tag warn">${job.status}</span>`}
          <span class="grow"></span>
          ${app.data.may("administer") ? html`
            ${job.status === "foreign" ? html`<button class="btn small" @click=${() => this.#adopt(job)}>${icon("check")} Adopt</button>` : nothing}
            <button class="btn small quiet danger" aria-label="Remove ${job.id}" @click=${() => this.#remove(job)}>${icon("trash")} Remove</button>` : nothing}
        </div>
        <p class="prompt">${plain(job.prompt ?? "")}</p>
        ${job.status === "foreign" ? html`<div class="note warn">${icon("info")}<span>It came with the workspace, or somebody else changed it. It does not run until you adopt it.</span></div>` : nothing}
        ${job.problem ? html`<div class="note bad">${icon("warning")}<span>${plain(job.problem)}</span></div>` : nothing}
        <dl class="facts">
          <div><dt>When</dt><dd class="mono">${plain(job.schedule ?? "")}${job.zone ? html` <span class="muted">${job.zone}</span>` : nothing}</dd></div>
          <div><dt>Next run</dt><dd title=${fullTime(job.next)}>${job.next ? `${ago(job.next)}, ${fullTime(job.next)}` : "not planned"}</dd></div>
          ${job.session ? html`<div><dt>Made by</dt><dd><a href=${href("/w/:workspace/s/:session", { workspace: this.workspace, session: job.session })}>a session</a></dd></div>` : nothing}
          <div><dt>Last runs</dt><dd class="row">${runs.length === 0 ? html`<span class="muted">none yet</span>` : runs.slice(0, 10).map((it) => html`<span class="dot ${tone(it.status)}" role="img" aria-label="${it.status}, ${ago(it.at ?? it.due)}" title="${it.status}, ${fullTime(it.at ?? it.due)}"></span>`)}</dd></div>
        </dl>
      </div>
    </li>`;
  }

  /** @param {JobRunItem[]} runs */
  #history(runs) {
    return html`<div class="table-wrap" tabindex="0"><table class="table">
      <thead><tr><th scope="col">When</th><th scope="col">Schedule</th><th scope="col">Outcome</th><th scope="col">What it said</th></tr></thead>
      <tbody>${runs.map((it) => html`<tr>
        <td class="nowrap" title=${fullTime(it.at ?? it.due)}>${ago(it.at ?? it.due)}</td><td>${plain(it.job)}</td>
        <td><span class="tag ${tone(it.status)}">${it.status}</span></td>
        <td class="wrap-any">${it.session ? html`<a href=${href("/w/:workspace/s/:session", { workspace: this.workspace, session: it.session })}>${plain(it.text || it.session)}</a>` : plain(it.text ?? "")}</td>
      </tr>`)}</tbody>
    </table></div>`;
  }

  /** @param {Job} job */
  async #adopt(job) {
    if (await this.act(() => app.api.post(`${this.base}/${encodeURIComponent(job.id)}/adopt`), "The schedule runs from now on")) {
      await this.reload();
    }
  }

  /** @param {Job} job */
  async #remove(job) {
    const sure = await confirmed({ title: "Remove this schedule?", text: html`${plain(job.id)} will not run again. Its past runs stay.`, confirm: "Remove", danger: true });
    if (sure && (await this.act(() => app.api.delete(`${this.base}/${encodeURIComponent(job.id)}`), "Removed"))) {
      await this.reload();
    }
  }

  async #add() {
    const agents = await app.api.all(path`/v1/workspaces/${this.workspace}/agents`);
    const draft = { cron: "0 3 * * *", zone: Intl.DateTimeFormat().resolvedOptions().timeZone, prompt: "", id: "", agent: "" };
    const made = await openDialog({
      title: "New schedule",
      content: (_, update) => form(draft, agents, update),
      actions: (/** @type {(result?: boolean) => void} */ close) => html`<button class="btn" @click=${() => close()}>Cancel</button>
        <button class="btn primary" @click=${() => draft.prompt.trim() !== "" && close(true)}>Schedule</button>`,
    });
    if (!made) {
      return;
    }
    const body = Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== ""));
    if (await this.act(() => app.api.post(this.base, body), "Scheduled")) {
      await this.reload();
    }
  }
}

const EXAMPLES = [["0 3 * * *", "every night at 3"], ["30 9 * * mon-fri", "on workdays at 9:30"], ["0 * * * *", "every hour"], ["0 8 1 * *", "on the first of each month"]];

/** @param {{ cron: string, zone: string, prompt: string, id: string, agent: string }} draft @param {any[]} agents @param {() => void} update */
function form(draft, agents, update) {
  return html`
    <div class="field"><label for="job-prompt">Prompt</label><textarea class="textarea" id="job-prompt" autofocus placeholder="Run the tests and say what broke." .value=${draft.prompt}
      @input=${(/** @type {any} */ event) => { draft.prompt = event.target.value; }}></textarea></div>
    <div class="field"><label for="job-cron">When, as a cron expression</label><input class="input mono" id="job-cron" .value=${draft.cron} @input=${(/** @type {any} */ event) => { draft.cron = event.target.value; }}>
      <span class="hint">Minute, hour, day, month, weekday.</span>
      <span class="row wrap">${EXAMPLES.map(([cron, name]) => html`<button type="button" class="btn small" @click=${() => { draft.cron = cron; update(); }}>${name}</button>`)}</span></div>
    <div class="field"><label for="job-zone">Time zone</label><input class="input" id="job-zone" .value=${draft.zone} @input=${(/** @type {any} */ event) => { draft.zone = event.target.value; }}></div>
    <div class="field"><label for="job-agent">Agent</label><select class="select" id="job-agent" @change=${(/** @type {any} */ event) => { draft.agent = event.target.value; }}>
      <option value="">The configured one</option>${agents.map((it) => html`<option value=${it.name}>${it.name}</option>`)}</select></div>
    <div class="field"><label for="job-id">Name (optional)</label><input class="input" id="job-id" placeholder="nightly-tests" .value=${draft.id} @input=${(/** @type {any} */ event) => { draft.id = event.target.value; }}></div>`;
}

/** @param {string} status */
function tone(status) {
  return { done: "ok", failed: "bad", interrupted: "bad", running: "info" }[status] ?? "warn";
}

customElements.define("deft-schedules", SchedulesView);
