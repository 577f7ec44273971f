import { html } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { app } from "../app/app.js";
import { DeftElement, Listening } from "../ui/element.js";
import { icon } from "../ui/icons.js";
import { empty } from "../ui/states.js";
import "./request-card.js";

/** Everything that waits for an answer, of all sessions. */
export class DeftTray extends DeftElement {
  constructor() {
    super();
    new Listening(this, app.data, ["requests", "sessions"]);
  }

  render() {
    const requests = [...app.data.requests.values()].sort((a, b) => (a.asked_at < b.asked_at ? -1 : 1));
    return html`<div class="tray" role="dialog" aria-label="Waiting for you">
      <header><h2>Waiting for you</h2><button class="btn quiet icon-only" aria-label="Close" @click=${() => this.dispatchEvent(new CustomEvent("close"))}>${icon("close")}</button></header>
      <div class="list">
        ${requests.length === 0 ? empty({ icon: "check", title: "Nothing waits for you", text: "Approvals and questions of all your sessions appear here." })
          : repeat(requests, (it) => it.id, (it) => html`<deft-request .request=${it} place></deft-request>`)}
      </div>
    </div>`;
  }
}

customElements.define("deft-tray", DeftTray);
