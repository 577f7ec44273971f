import { html, nothing } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { href } from "../app/router.js";
import { DeftElement } from "../ui/element.js";
import { icon } from "../ui/icons.js";
import { failed, skeleton } from "../ui/states.js";
import { LiveSession } from "./live-session.js";
import { renderRow } from "./rows.js";

const SHOWN = 40;

/** The timeline of a sub-agent inside that of its parent: the last rows, live. */
export class DeftSubTimeline extends DeftElement {
  static properties = { workspace: { attribute: false }, session: { attribute: false } };

  constructor() {
    super();
    this.workspace = "";
    this.session = "";
    /** @type {LiveSession | undefined} */
    this.live = undefined;
    /** @type {Map<string, boolean>} */
    this.folds = new Map();
    this.changed = () => this.requestUpdate();
  }

  connectedCallback() {
    super.connectedCallback();
    queueMicrotask(() => {
      if (this.isConnected && !this.live) {
        this.live = new LiveSession(this.workspace, this.session);
        this.live.addEventListener("change", this.changed);
        this.live.start();
      }
    });
  }

  disconnectedCallback() {
    this.live?.stop();
    this.live = undefined;
    super.disconnectedCallback();
  }

  render() {
    const live = this.live;
    if (!live?.loaded) {
      return live?.problem ? failed(live.problem) : skeleton(3);
    }
    const rows = live.timeline.all().filter((it) => !it.inactive);
    const hidden = Math.max(0, rows.length - SHOWN);
    return html`<div class="sub-rows">
      ${hidden > 0 || !live.complete ? html`<a class="small" href=${href("/w/:workspace/s/:session", { workspace: this.workspace, session: this.session })}>${icon("arrowUp")}Earlier entries are in its session</a>` : nothing}
      ${repeat(rows.slice(-SHOWN), (it) => it.key, (it) => renderRow(it, {
        workspace: this.workspace,
        folds: this.folds,
        fold: (key, open) => {
          this.folds.set(key, open);
          this.requestUpdate();
        },
      }))}
      ${rows.length === 0 ? html`<p class="muted small">Nothing was said yet.</p>` : nothing}
    </div>`;
  }
}

customElements.define("deft-sub-timeline", DeftSubTimeline);
