import { html, nothing } from "lit";
import { ApiProblem, path } from "../app/api.js";
import { app } from "../app/app.js";
import { go, href } from "../app/router.js";
import { confirmed, openDialog } from "../ui/dialog.js";
import { icon } from "../ui/icons.js";
import { empty } from "../ui/states.js";
import { plain, spelled } from "../ui/text.js";
import { decisionTag, ruleText, stagesView } from "./call-result.js";
import { View, pageHead } from "./view.js";

/** @typedef {{ scope: string, action: string, permission: string, pattern: string, text?: string }} RuleItem */
/** @typedef {{ rules: RuleItem[], tools: string[], sessions: any[] }} PolicyData */

/** @type {Record<string, string>} */
const SCOPES = { session: "For one session", project: "For this workspace", manifest: "Of the configuration" };

/** Rules by scope, and why a call would be allowed, asked about or denied. @extends {View<PolicyData>} */
class PoliciesView extends View {
  static properties = { ...View.properties, tool: { state: true }, text: { state: true }, explained: { state: true }, refusal: { state: true }, busy: { state: true } };

  constructor() {
    super();
    this.tool = "bash";
    this.text = '{\n  "command": "git push origin main"\n}';
    /** @type {any} */
    this.explained = undefined;
    this.refusal = "";
    this.busy = false;
  }

  get base() {
    return path`/v1/workspaces/${this.workspace}`;
  }

  subject() {
    return `${this.workspace} ${this.query.session ?? ""}`;
  }

  async load() {
    const session = this.query.session;
    const [rules, tools, sessions] = await Promise.all([
      app.api.all(`${this.base}/rules`, { query: { session, limit: 200 } }),
      app.api.all(`${this.base}/tools`, { query: { limit: 200 } }),
      app.api.get("/v1/sessions", { query: { workspace: this.workspace, limit: 50 } }),
    ]);
    return { rules, tools: tools.map((/** @type {any} */ it) => it.name), sessions: sessions.items };
  }

  head() {
    return pageHead("Policies", "What agents may do without asking, what they must ask for, and what they may never do.",
      html`<div class="toolbar">
        <select class="select fit" aria-label="With the rules of a session" @change=${(/** @type {any} */ event) => go(href("/w/:workspace/policies", this.params, { session: event.target.value }))}>
          <option value="">Without a session’s rules</option>
          ${(this.data.value?.sessions ?? []).map((it) => html`<option value=${it.id} .selected=${it.id === this.query.session}>Of the session: ${spelled(it.title || it.id)}</option>`)}
        </select>
        ${app.data.may("administer") ? html`<button class="btn" @click=${() => this.#add()}>${icon("plus")} Add a rule</button>` : nothing}</div>`);
  }

  /** @param {PolicyData} data */
  content({ rules, tools }) {
    return html`${this.#why(tools)}
      ${rules.length === 0 ? empty({ icon: "shield", title: "No rules yet", text: "Whatever is not safe by itself is asked about. An answer “for the project” makes a rule." }) : nothing}
      ${this.#scopes(rules).map((scope) => this.#scope(scope, SCOPES[scope] ?? scope, rules.filter((it) => it.scope === scope)))}`;
  }

  /** The scopes of the rules, the narrowest first. @param {RuleItem[]} rules @returns {string[]} */
  #scopes(rules) {
    const order = Object.keys(SCOPES);
    const place = (/** @type {string} */ it) => (order.includes(it) ? order.indexOf(it) : order.length);
    return [...new Set(rules.map((it) => it.scope))].sort((a, b) => place(a) - place(b));
  }

  /** @param {string[]} tools */
  #why(tools) {
    return html`<section class="card" aria-labelledby="why-title">
      <header>${icon("question")}<h2 id="why-title">Why?</h2><span class="muted small">What would the gates say to this call? Nothing is run.</span></header>
      <form class="body why-form" @submit=${(/** @type {Event} */ event) => { event.preventDefault(); this.#explain(); }}>
        <div class="field"><label for="why-tool">Tool</label>
          <input class="input mono" id="why-tool" list="why-tools" required .value=${this.tool} autocomplete="off" spellcheck="false"
            @input=${(/** @type {any} */ event) => { this.tool = event.target.value; }}>
          <datalist id="why-tools">${tools.map((it) => html`<option value=${it}></option>`)}</datalist></div>
        <div class="field"><label for="why-args">Arguments</label>
          <textarea class="textarea mono" id="why-args" rows="3" spellcheck="false" .value=${this.text} aria-invalid=${this.refusal !== "" ? "true" : "false"}
            @input=${(/** @type {any} */ event) => { this.text = event.target.value; }}></textarea></div>
        <div class="row"><button class="btn primary" ?disabled=${this.busy}>${this.busy ? html`<span class="spinner"></span>` : nothing}Explain</button></div>
        <div class="why-answer" aria-live="polite">
          ${this.refusal ? html`<div class="note bad">${icon("warning")}<span>${plain(this.refusal)}</span></div>` : nothing}
          ${this.explained ? html`<p class="row verdict">The answer would be ${decisionTag(this.explained.decision)}</p>${stagesView(this.explained)}` : nothing}
        </div>
      </form>
    </section>`;
  }

  async #explain() {
    this.refusal = "";
    this.explained = undefined;
    let args;
    try {
      args = JSON.parse(this.text || "{}");
    } catch (problem) {
      this.refusal = `The arguments are no JSON: ${problem instanceof Error ? problem.message : problem}`;
      return;
    }
    this.busy = true;
    try {
      this.explained = await app.api.post(`${this.base}/explain`, { tool: this.tool, args, session: this.query.session });
    } catch (problem) {
      if (!(problem instanceof ApiProblem)) {
        throw problem;
      }
      this.refusal = problem.message;
    } finally {
      this.busy = false;
    }
  }

  /** @param {string} scope @param {string} title @param {RuleItem[]} rules */
  #scope(scope, title, rules) {
    const revocable = app.data.may("administer") && scope !== "manifest";
    return html`<section aria-label="Rules: ${title}">
      <h2 class="list-head">${title} <span class="muted">${rules.length}</span></h2>
      <div class="table-wrap" tabindex="0"><table class="table rules">
        <thead><tr><th scope="col">Action</th><th scope="col">Permission</th><th scope="col">Pattern</th>${revocable ? html`<th scope="col"><span class="sr-only">Acts</span></th>` : nothing}</tr></thead>
        <tbody>${rules.map((it) => html`<tr>
          <td>${decisionTag(it.action)}</td><td class="mono">${plain(it.permission)}</td><td class="mono wrap-any">${plain(it.pattern)}</td>
          ${revocable ? html`<td class="right"><button class="btn small quiet" aria-label="Revoke ${ruleText(it)}" @click=${() => this.#revoke(it)}>Revoke</button></td>` : nothing}
        </tr>`)}</tbody>
      </table></div>
    </section>`;
  }

  /** @param {RuleItem} rule */
  async #revoke(rule) {
    const sure = await confirmed({ title: "Revoke this rule?", text: html`<code class="rule-chip">${plain(ruleText(rule))}</code>`, confirm: "Revoke", danger: true });
    if (sure && (await this.act(() => app.api.delete(`${this.base}/rules`, { query: { rule: ruleText(rule), session: rule.scope === "session" ? this.query.session : undefined } }), "The rule is revoked"))) {
      await this.reload();
    }
  }

  async #add() {
    const rule = { action: "allow", permission: "bash", pattern: "" };
    const made = await openDialog({
      title: "Add a rule",
      content: () => html`
        <div class="field"><label for="rule-action">Action</label><select class="select" id="rule-action" @change=${(/** @type {any} */ event) => { rule.action = event.target.value; }}>
          <option value="allow">allow</option><option value="ask">ask</option><option value="deny">deny</option></select></div>
        <div class="field"><label for="rule-permission">Permission</label><input class="input mono" id="rule-permission" .value=${rule.permission} @input=${(/** @type {any} */ event) => { rule.permission = event.target.value; }}>
          <span class="hint">A tool, a capability such as write, or *.</span></div>
        <div class="field"><label for="rule-pattern">Pattern</label><input class="input mono" id="rule-pattern" placeholder="npm test" @input=${(/** @type {any} */ event) => { rule.pattern = event.target.value; }}>
          <span class="hint">* stands for anything; ** also for slashes in paths.</span></div>`,
      actions: (/** @type {(result?: boolean) => void} */ close) => html`<button class="btn" @click=${() => close()}>Cancel</button><button class="btn primary" @click=${() => close(true)}>Add</button>`,
    });
    if (made && (await this.act(() => app.api.post(`${this.base}/rules`, { rule: `${rule.action} ${rule.permission} ${rule.pattern}`.trim() }), "The rule holds for sessions that are opened from now on"))) {
      await this.reload();
    }
  }
}

customElements.define("deft-policies", PoliciesView);
