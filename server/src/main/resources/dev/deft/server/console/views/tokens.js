import { html, nothing } from "lit";
import { app } from "../app/app.js";
import { copyText } from "../ui/code.js";
import { confirmed, openDialog } from "../ui/dialog.js";
import { ago, fullTime } from "../ui/format.js";
import { icon } from "../ui/icons.js";
import { empty } from "../ui/states.js";
import { plain } from "../ui/text.js";
import { View, pageHead } from "./view.js";

/** @typedef {{ id: string, person: string, scopes: string[], workspaces?: string[], created?: string, expires?: string, once?: boolean }} TokenItem */

/** @type {Record<string, string>} */
const SCOPES = { look: "See sessions, files and usage", speak: "Send messages, run tools, change memory", approve: "Answer what agents ask", administer: "Rules, schedules, tokens, audit" };
/** @type {Record<string, string>} */
const TERMS = { 7: "7 days", 30: "30 days", 90: "90 days", 365: "A year", never: "Never" };

/** Who may come, and what they may do. @extends {View<TokenItem[]>} */
class TokensView extends View {
  load() {
    return app.api.all("/v1/tokens", { query: { limit: 200 } });
  }

  head() {
    return pageHead("Tokens", "Who may come, and what they may do. Only a hash of each token is kept.",
      html`<button class="btn primary" @click=${() => this.#create()}>${icon("plus")} New token</button>`);
  }

  /** @param {TokenItem[]} tokens */
  content(tokens) {
    if (tokens.length === 0) {
      return empty({ icon: "key", title: "No tokens", text: "A token lets a person or a program in." });
    }
    return html`<div class="table-wrap" tabindex="0"><table class="table">
      <thead><tr><th scope="col">Person</th><th scope="col">May</th><th scope="col">Workspaces</th><th scope="col">Made</th><th scope="col">Expires</th><th scope="col"><span class="sr-only">Acts</span></th></tr></thead>
      <tbody>${tokens.map((it) => html`<tr data-token=${it.id}>
        <th scope="row"><span class="strong">${plain(it.person)}</span><span class="mono muted small">${it.id}</span></th>
        <td><span class="row wrap">${it.scopes.map((scope) => html`<span class="tag ${scope === "administer" ? "warn" : ""}">${scope}</span>`)}${it.once ? html`<span class="tag info">one sign-in</span>` : nothing}</span></td>
        <td>${it.workspaces ? plain(it.workspaces.join(", ")) : html`<span class="muted">all</span>`}</td>
        <td class="nowrap" title=${fullTime(it.created)}>${ago(it.created)}</td>
        <td class="nowrap" title=${fullTime(it.expires)}>${it.expires ? ago(it.expires) : html`<span class="muted">never</span>`}</td>
        <td class="right"><button class="btn small quiet danger" aria-label="Revoke the token ${it.id} of ${it.person}" @click=${() => this.#revoke(it)}>Revoke</button></td>
      </tr>`)}</tbody></table></div>`;
  }

  /** @param {TokenItem} token */
  async #revoke(token) {
    const sure = await confirmed({ title: "Revoke this token?", text: html`${plain(token.person)} is signed out at once wherever this token was used.`, confirm: "Revoke", danger: true });
    if (sure && (await this.act(() => app.api.delete(`/v1/tokens/${encodeURIComponent(token.id)}`), "Revoked"))) {
      await this.reload();
    }
  }

  async #create() {
    const draft = { person: "", scopes: new Set(["look", "speak"]), workspaces: new Set(), term: "90" };
    const made = await openDialog({
      title: "New token",
      content: () => form(draft),
      actions: (/** @type {(result?: boolean) => void} */ close) => html`<button class="btn" @click=${() => close()}>Cancel</button>
        <button class="btn primary" @click=${() => draft.person.trim() !== "" && draft.scopes.size > 0 && close(true)}>Create</button>`,
    });
    if (!made) {
      return;
    }
    const body = {
      person: draft.person.trim(), scopes: [...draft.scopes],
      ...(draft.workspaces.size > 0 ? { workspaces: [...draft.workspaces] } : {}),
      ...(draft.term === "never" ? {} : { expires: new Date(Date.now() + Number(draft.term) * 86_400_000).toISOString() }),
    };
    /** @type {any} */
    let created;
    if (await this.act(async () => { created = await app.api.post("/v1/tokens", body); })) {
      await Promise.all([showSecret(created), this.reload()]);
    }
  }
}

/** @param {{ person: string, scopes: Set<string>, workspaces: Set<unknown>, term: string }} draft */
function form(draft) {
  const toggle = (/** @type {Set<any>} */ set, /** @type {string} */ it) => (/** @type {any} */ event) => { event.target.checked ? set.add(it) : set.delete(it); };
  return html`
    <div class="field"><label for="token-person">Person or program</label><input class="input" id="token-person" autofocus autocomplete="off" @input=${(/** @type {any} */ event) => { draft.person = event.target.value; }}></div>
    <fieldset class="form-group"><legend>May</legend>${Object.entries(SCOPES).map(([scope, does]) => html`<label class="check"><input type="checkbox" .checked=${draft.scopes.has(scope)} @change=${toggle(draft.scopes, scope)}><span><strong>${scope}</strong> <span class="muted small">${does}</span></span></label>`)}</fieldset>
    ${app.data.workspaces.length > 1 ? html`<fieldset class="form-group"><legend>Workspaces</legend><span class="hint">None chosen: all.</span>${app.data.workspaces.map((it) => html`<label class="check"><input type="checkbox" @change=${toggle(draft.workspaces, it.id)}><span>${plain(it.id)}</span></label>`)}</fieldset>` : nothing}
    <div class="field"><label for="token-term">Expires</label><select class="select" id="token-term" @change=${(/** @type {any} */ event) => { draft.term = event.target.value; }}>${Object.entries(TERMS).map(([id, name]) => html`<option value=${id} ?selected=${id === draft.term}>${name}</option>`)}</select></div>`;
}

/** @param {{ token: string, person: string }} created */
function showSecret(created) {
  return openDialog({
    title: `The token of ${created.person}`,
    content: (_, update) => html`<p>Copy it now: it is not shown again, and nobody can read it later.</p>
      <p class="secret mono" tabindex="0">${created.token}</p>
      <p class="small muted">Sign in with it at ${location.origin}/login, or send it as <code>Authorization: Bearer …</code></p>
      <div class="row"><button class="btn" @click=${async (/** @type {any} */ event) => { event.target.textContent = (await copyText(created.token)) ? "Copied" : "Select it and copy"; update(); }}>Copy</button></div>`,
    actions: (/** @type {(result?: boolean) => void} */ close) => html`<button class="btn primary" @click=${() => close(true)}>Done</button>`,
  });
}

customElements.define("deft-tokens", TokensView);
