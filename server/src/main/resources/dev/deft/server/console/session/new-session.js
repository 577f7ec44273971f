import { html, nothing } from "lit";
import { app } from "../app/app.js";
import { path } from "../app/api.js";
import { go, href } from "../app/router.js";
import { openDialog } from "../ui/dialog.js";
import { icon } from "../ui/icons.js";
import { spelled } from "../ui/text.js";

/** Asks where, with whom and about what, and goes to the new session. @param {string} [workspace] */
export async function newSession(workspace) {
  if (document.querySelector("dialog[open]") || !app.data.may("speak")) {
    return;
  }
  const form = { workspace: workspace || app.workspace, agent: "", model: "", title: "", message: "" };
  /** @type {{ agents: { name: string, description?: string }[], models: { name: string }[] }} */
  let choices = { agents: [], models: [] };
  let busy = false;
  let problem = "";

  /** @param {() => void} update */
  const load = async (update) => {
    const asked = form.workspace;
    const [agents, models] = await Promise.all([
      app.api.all(path`/v1/workspaces/${asked}/agents`).catch(() => []),
      app.api.all(path`/v1/workspaces/${asked}/models`).catch(() => []),
    ]);
    if (asked === form.workspace) {
      choices = { agents, models };
      update();
    }
  };

  /** @param {(session?: any) => void} close @param {() => void} update */
  const create = async (close, update) => {
    if (busy) {
      return;
    }
    busy = true;
    problem = "";
    update();
    const body = Object.fromEntries(Object.entries(form).filter(([name, value]) => value && name !== "workspace"));
    try {
      close(await app.api.post(path`/v1/workspaces/${form.workspace}/sessions`, body));
    } catch (failure) {
      problem = failure instanceof Error ? failure.message : String(failure);
    }
    busy = false;
    update();
  };

  let started = false;
  const created = await openDialog({
    title: "New session",
    content: (/** @type {(session?: any) => void} */ close, update) => {
      if (!started) {
        started = true;
        load(update);
      }
      return html`
        ${app.data.workspaces.length > 1 ? html`<div class="field"><label for="new-workspace">Workspace</label>
          <select id="new-workspace" class="select" @change=${(/** @type {any} */ event) => {
            form.workspace = event.target.value;
            load(update);
          }}>${app.data.workspaces.map((it) => html`<option value=${it.id} .selected=${it.id === form.workspace}>${it.id}</option>`)}</select></div>` : nothing}
        <div class="field"><label for="new-message">What should be done?</label>
          <textarea id="new-message" class="textarea" rows="5" autofocus placeholder="Describe the task. You can also start without one." .value=${form.message}
            @input=${(/** @type {any} */ event) => (form.message = event.target.value)}
            @keydown=${(/** @type {KeyboardEvent} */ event) => {
              if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
                event.preventDefault();
                create(close, update);
              }
            }}></textarea></div>
        <div class="form-row">
          <div class="field"><label for="new-agent">Agent</label>
            <select id="new-agent" class="select" @change=${(/** @type {any} */ event) => (form.agent = event.target.value)}>
              <option value="">Default</option>
              ${choices.agents.map((it) => html`<option value=${it.name} title=${spelled(it.description ?? "")}>${spelled(it.name)}</option>`)}
            </select></div>
          <div class="field"><label for="new-model">Model</label>
            <select id="new-model" class="select" @change=${(/** @type {any} */ event) => (form.model = event.target.value)}>
              <option value="">Default</option>
              ${choices.models.filter((it) => it.name !== "default").map((it) => html`<option value=${it.name}>${spelled(it.name)}</option>`)}
            </select></div>
        </div>
        ${problem ? html`<div class="note bad" role="alert">${icon("bad")}<span>${spelled(problem)}</span></div>` : nothing}`;
    },
    actions: (close, update) => html`
      <button class="btn" @click=${() => close()}>Cancel</button>
      <button class="btn primary" ?disabled=${busy} @click=${() => create(close, update)}>${busy ? html`<span class="spinner"></span>` : nothing}Start<kbd>Ctrl ↵</kbd></button>`,
  });
  if (created) {
    go(href("/w/:workspace/s/:session", { workspace: created.workspace ?? form.workspace, session: created.id }));
  }
}
