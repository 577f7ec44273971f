import { html, nothing, svg } from "lit";
import { app } from "../app/app.js";
import { href } from "../app/router.js";
import { DeftElement, Loading } from "../ui/element.js";
import { compact, duration, number, plural } from "../ui/format.js";
import { icon } from "../ui/icons.js";
import { empty, loaded } from "../ui/states.js";
import { plain, spelled } from "../ui/text.js";
import { layout, ticks } from "./flame-layout.js";

/** @typedef {import("./flame-layout.js").Span} Span */
/** @typedef {import("./flame-layout.js").Bar} Bar */
/** @typedef {{ tools: { tool: string, calls: number, failures: number, average_ms: number }[], spans: Span[] }} Stats */

const LANE = 24;
const AXIS = 26;
const THINNEST = 0.6;
const KINDS = [["turn", "Turn"], ["step", "Step"], ["model", "Model"], ["call", "Call"], ["subagent", "Sub-agent"]];

/** Where time and tokens went: bars below each other, to zoom into. */
export class DeftFlame extends DeftElement {
  static properties = { live: { attribute: false }, by: { state: true }, view: { state: true }, chosen: { state: true }, width: { state: true } };

  constructor() {
    super();
    /** @type {import("./live-session.js").LiveSession | undefined} */
    this.live = undefined;
    /** @type {"time" | "tokens"} */
    this.by = "time";
    /** What part is shown; undefined: all. @type {{ from: number, to: number } | undefined} */
    this.view = undefined;
    /** @type {string} */
    this.chosen = "";
    this.width = 900;
    /** @type {Loading<Stats>} */
    this.stats = new Loading(this);
    /** @type {Loading<{ tokens: number, window: number, parts?: { name: string, tokens: number }[] }>} */
    this.context = new Loading(this);
    this.observer = new ResizeObserver(([it]) => (this.width = Math.max(280, Math.floor(it.contentRect.width))));
    /** @type {{ from: number, x: number } | undefined} */
    this.drag = undefined;
  }

  firstUpdated() {
    this.reload();
  }

  reload() {
    this.stats.run(() => app.api.get(`${this.live?.base}/stats`));
    this.context.run(() => app.api.get(`${this.live?.base}/context`));
  }

  updated() {
    const chart = this.querySelector(".flame");
    if (chart) {
      this.observer.observe(chart);
    }
  }

  disconnectedCallback() {
    this.observer.disconnect();
    super.disconnectedCallback();
  }

  render() {
    return html`<div class="page flame-page">${loaded(this.stats, (it) => it.spans.length === 0
      ? html`<div class="card">${empty({ icon: "flame", title: "Nothing to measure yet", text: "After the first run, this shows where time and tokens went." })}</div>`
      : this.#page(it), () => this.reload())}</div>`;
  }

  /** @param {Stats} stats */
  #page(stats) {
    const all = layout(stats.spans, this.by);
    const view = this.view ?? { from: all.from, to: Math.max(all.to, all.from + 1) };
    const chosen = all.bars.find((it) => it.span.id === this.chosen);
    return html`
      <div class="toolbar">
        <div class="segmented" role="group" aria-label="Width of the bars">
          <button aria-pressed=${this.by === "time"} @click=${() => this.#measure("time")}>${icon("clock")}Time</button>
          <button aria-pressed=${this.by === "tokens"} @click=${() => this.#measure("tokens")}>${icon("spark")}Tokens</button>
        </div>
        <div class="legend" aria-hidden="true">${KINDS.map(([id, name]) => html`<span><i class="bar-${id}"></i>${name}</span>`)}</div>
        <span class="grow"></span>
        ${this.view ? html`<button class="btn small" @click=${() => (this.view = undefined)}>Show all</button>` : nothing}
      </div>
      <div class="card"><div class="flame" tabindex="0" role="application" aria-label="Chart of ${this.by}. Arrow keys choose a bar, Enter zooms in, Escape shows all."
          @keydown=${(/** @type {KeyboardEvent} */ event) => this.#typed(event, all.bars)} @wheel=${(/** @type {WheelEvent} */ event) => this.#wheeled(event, view, all)}
          @pointerdown=${(/** @type {PointerEvent} */ event) => (this.drag = { from: view.from, x: event.clientX })}
          @pointermove=${(/** @type {PointerEvent} */ event) => this.#dragged(event, view, all)} @pointerup=${() => (this.drag = undefined)} @pointerleave=${() => (this.drag = undefined)}>
        ${this.#chart(all, view)}</div>
        <div class="flame-about" role="status">${chosen ? this.#about(chosen, all) : html`<span class="muted">${all.bars.length === 0 ? "No tokens were counted." : "Point at a bar, or choose one with the arrow keys. Scroll to zoom."}</span>`}</div>
      </div>
      ${this.#context()}
      ${this.#tools(stats)}`;
  }

  /** @param {"time" | "tokens"} by */
  #measure(by) {
    this.by = by;
    this.view = undefined;
  }

  /** @param {ReturnType<typeof layout>} all @param {{ from: number, to: number }} view */
  #chart(all, view) {
    const height = AXIS + all.lanes * LANE + 6;
    const scale = this.width / (view.to - view.from);
    const bars = all.bars.filter((it) => it.to >= view.from && it.from <= view.to && ((it.to - it.from) * scale >= THINNEST || it.span.id === this.chosen));
    const label = this.by === "time" ? duration : compact;
    return html`<svg width=${this.width} height=${height} viewBox="0 0 ${this.width} ${height}" aria-hidden="true">
      ${ticks(view.from - all.from, view.to - all.from, this.width / 110, this.by).map((at) => {
        const x = (at + all.from - view.from) * scale;
        return svg`<line class="tick" x1=${x} x2=${x} y1=${AXIS - 6} y2=${height}></line><text class="tick-label" x=${x + 4} y="15">${label(at)}</text>`;
      })}
      ${bars.map((it) => this.#bar(it, view, scale))}
    </svg>`;
  }

  /** @param {Bar} it @param {{ from: number, to: number }} view @param {number} scale */
  #bar(it, view, scale) {
    const x = Math.max(-2, (it.from - view.from) * scale);
    const end = Math.min(this.width + 2, (it.to - view.from) * scale);
    const width = Math.max(1.5, end - x - 1);
    const y = AXIS + it.lane * LANE;
    const fits = Math.floor((width - 12) / 6.6);
    const name = spelled(it.span.name);
    return svg`<g class="bar ${it.span.id === this.chosen ? "chosen" : ""}" @pointerenter=${() => (this.chosen = it.span.id)} @dblclick=${() => this.#zoom(it)} @click=${() => (this.chosen = it.span.id)}>
      <rect class="bar-${KINDS.some(([id]) => id === it.span.kind) ? it.span.kind : "call"}" x=${x} y=${y} width=${width} height=${LANE - 3} rx="3"></rect>
      ${fits > 2 ? svg`<text x=${Math.max(x, 0) + 6} y=${y + 14.5}>${name.length > fits ? `${name.slice(0, fits - 1)}…` : name}</text>` : nothing}
    </g>`;
  }

  /** @param {Bar} it */
  #zoom(it) {
    if (it.to > it.from) {
      const margin = (it.to - it.from) * 0.04;
      this.view = { from: it.from - margin, to: it.to + margin };
    }
  }

  /** @param {WheelEvent} event @param {{ from: number, to: number }} view @param {{ from: number, to: number }} all */
  #wheeled(event, view, all) {
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      event.preventDefault();
      this.#moveTo(view.from + ((event.deltaX || event.deltaY) / this.width) * (view.to - view.from), view, all);
      return;
    }
    event.preventDefault();
    const box = /** @type {HTMLElement} */ (event.currentTarget).getBoundingClientRect();
    const at = view.from + ((event.clientX - box.left) / this.width) * (view.to - view.from);
    const factor = Math.exp(event.deltaY * 0.0016);
    const from = Math.max(all.from, at - (at - view.from) * factor);
    const to = Math.min(all.to, at + (view.to - at) * factor);
    this.view = from <= all.from && to >= all.to ? undefined : { from, to: Math.max(to, from + (all.to - all.from) / 1e5) };
  }

  /** @param {PointerEvent} event @param {{ from: number, to: number }} view @param {{ from: number, to: number }} all */
  #dragged(event, view, all) {
    if (this.drag && this.view && event.buttons === 1) {
      this.#moveTo(this.drag.from - ((event.clientX - this.drag.x) / this.width) * (view.to - view.from), view, all);
    }
  }

  /** @param {number} from @param {{ from: number, to: number }} view @param {{ from: number, to: number }} all */
  #moveTo(from, view, all) {
    const size = view.to - view.from;
    const start = Math.max(all.from, Math.min(all.to - size, from));
    this.view = { from: start, to: start + size };
  }

  /** @param {KeyboardEvent} event @param {Bar[]} bars */
  #typed(event, bars) {
    const at = bars.findIndex((it) => it.span.id === this.chosen);
    const now = bars[at];
    /** @type {Bar | undefined} */
    let next;
    if (event.key === "Escape" && this.view) {
      this.view = undefined;
    } else if (event.key === "Enter" && now) {
      this.#zoom(now);
    } else if (event.key === "ArrowRight") {
      next = now ? bars.filter((it) => it.lane === now.lane && it.from > now.from).sort((a, b) => a.from - b.from)[0] : bars[0];
    } else if (event.key === "ArrowLeft") {
      next = now ? bars.filter((it) => it.lane === now.lane && it.from < now.from).sort((a, b) => b.from - a.from)[0] : bars.at(-1);
    } else if (event.key === "ArrowDown") {
      next = now ? bars.find((it) => it.span.parent === now.span.id) : bars[0];
    } else if (event.key === "ArrowUp") {
      next = now ? bars.find((it) => it.span.id === now.span.parent) : bars[0];
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    this.chosen = next?.span.id ?? this.chosen;
  }

  /** @param {Bar} it @param {{ from: number, to: number }} all */
  #about(it, all) {
    const share = Math.round(((it.to - it.from) / Math.max(1, all.to - all.from)) * 1000) / 10;
    return html`<span class="tag">${it.span.kind}</span><strong class="clip">${plain(it.span.name)}</strong>
      <span class="num">${duration(it.span.duration_ms)}</span>
      ${it.span.input_tokens || it.span.output_tokens ? html`<span class="num">${number(it.span.input_tokens)} tokens in, ${number(it.span.output_tokens)} out</span>` : nothing}
      <span class="num muted">${share}% of ${this.by === "time" ? "the time" : "the tokens"}</span>
      ${it.span.session && it.span.session !== this.live?.ref.id ? html`<a href=${href("/w/:workspace/s/:session", { workspace: this.live?.ref.workspace ?? "", session: it.span.session })}>Open its session</a>` : nothing}`;
  }

  /** What the next request to the model would hold. */
  #context() {
    const context = this.context.value;
    const parts = (context?.parts ?? []).filter((it) => it.tokens > 0);
    if (!context?.window || parts.length === 0) {
      return nothing;
    }
    return html`<h2>Context</h2><div class="card"><div class="body stack">
      <div class="context-parts" role="img" aria-label=${`${number(context.tokens)} of ${number(context.window)} tokens used`}>
        ${parts.map((it, i) => html`<span class="series-${(i % 6) + 1}" .style=${`width:${(it.tokens / context.window) * 100}%`} title=${`${spelled(it.name)}: ${number(it.tokens)} tokens`}></span>`)}
      </div>
      <ul class="legend">${parts.map((it, i) => html`<li><span><i class="series-${(i % 6) + 1}"></i>${plain(it.name)} <span class="num muted">${compact(it.tokens)}</span></span></li>`)}
        <li><span class="muted num">${compact(Math.max(0, context.window - context.tokens))} of ${compact(context.window)} left</span></li></ul>
    </div></div>`;
  }

  /** @param {Stats} stats */
  #tools(stats) {
    const tools = [...(stats.tools ?? [])].sort((a, b) => b.calls * b.average_ms - a.calls * a.average_ms);
    return tools.length === 0 ? nothing : html`<h2>Tools</h2><div class="table-wrap"><table class="table">
      <thead><tr><th scope="col">Tool</th><th scope="col" class="right">Calls</th><th scope="col" class="right">Failed</th><th scope="col" class="right">Average</th><th scope="col" class="right">Together</th></tr></thead>
      <tbody>${tools.map((it) => html`<tr><td class="mono">${plain(it.tool)}</td><td class="right">${number(it.calls)}</td><td class="right">${it.failures ? html`<span class="tag bad">${it.failures}</span>` : "0"}</td><td class="right">${duration(it.average_ms)}</td><td class="right">${duration(it.calls * it.average_ms)}</td></tr>`)}</tbody>
    </table></div><p class="sr-only">${plural(stats.spans.length, "span")} in the chart</p>`;
  }
}

customElements.define("deft-flame", DeftFlame);
