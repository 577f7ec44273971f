import { html, nothing } from "lit";
import { app } from "../app/app.js";
import { href } from "../app/router.js";
import { compact, cost, number, plural } from "../ui/format.js";
import { icon } from "../ui/icons.js";
import { plain } from "../ui/text.js";

/** @typedef {import("../app/live-data.js").Session} Session */

const STATES = { idle: "Idle", running: "Running", waiting: "Waits for you", interrupted: "Interrupted" };

/** State, agent, model, context, tokens and cost on one line. @param {import("./live-session.js").LiveSession} live @param {Session} session */
export function statusBar(live, session) {
  const usage = session.usage;
  const agent = session.agent || live.timeline.agent;
  const model = session.model || live.timeline.model;
  return html`<div class="status" role="group" aria-label="Status">
    <span class="status-state ${session.state}"><span class="dot ${session.state}"></span>${STATES[session.state]}</span>
    ${live.link === "reconnecting" ? html`<span class="tag warn"><span class="spinner"></span>reconnecting…</span>` : nothing}
    ${session.queued > 0 ? html`<span class="tag">${icon("queue")}${plural(session.queued, "message")} queued</span>` : nothing}
    ${session.parent ? html`<a href=${href("/w/:workspace/s/:session", { workspace: session.workspace, session: session.parent })}>${icon("tree")}parent session</a>` : nothing}
    ${app.data.workspaces.length > 1 ? html`<span title="Workspace">${icon("files")}${plain(session.workspace)}</span>` : nothing}
    ${agent ? html`<span title="Agent">${icon("agent")}${plain(agent)}</span>` : nothing}
    ${model ? html`<span title="Model">${icon("spark")}${plain(model)}</span>` : nothing}
    ${session.context?.window ? context(session.context) : nothing}
    ${usage ? html`<span class="num" title=${`${number(usage.input_tokens)} in, ${number(usage.output_tokens)} out, ${number(usage.cache_read)} from the cache`}>${compact(usage.input_tokens + usage.output_tokens)} tokens</span>` : nothing}
    ${usage?.cost_usd ? html`<span class="num" title="Cost">${cost(usage.cost_usd)}</span>` : nothing}
    ${!session.here && session.server ? html`<span class="tag">open on ${plain(session.server)}</span>` : nothing}
  </div>`;
}

/** @param {{ tokens: number, window: number }} used */
function context(used) {
  const share = Math.min(100, Math.round((used.tokens / used.window) * 100));
  return html`<span class="context" title=${`${number(used.tokens)} of ${number(used.window)} tokens of context used`}>
    <span class="meter ${share > 80 ? "high" : ""}" role="meter" aria-label="Context used" aria-valuemin="0" aria-valuemax="100" aria-valuenow=${share}><span .style=${`width:${share}%`}></span></span>
    <span class="num">${share}%</span></span>`;
}
