import { html } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { DeftElement, perFrame } from "../ui/element.js";
import { Heights } from "./heights.js";

const MARGIN = 700;
const ESTIMATE = 96;
const NEAR_END = 60;
const NEAR_START = 600;

/**
 * A long list of which only what is visible is in the page. What the reader looks at stays where it
 * is when rows come, go or grow above it; at the end, the list follows.
 *
 * Dispatches `near-start` when older rows are wanted, and `follow` when following begins or ends.
 */
export class DeftVirtualList extends DeftElement {
  static properties = { rows: { attribute: false }, row: { attribute: false }, label: { type: String } };

  constructor() {
    super();
    /** @type {{ key: string }[]} */
    this.rows = [];
    /** @type {(row: any, index: number) => unknown} */
    this.row = () => undefined;
    this.label = "";
    this.following = true;
    this.heights = new Heights(ESTIMATE);
    /** @type {Map<string, number>} */
    this.measured = new Map();
    /** @type {string[]} */
    this.keys = [];
    this.anchor = { key: "", offset: 0 };
    this.placing = false;
    /** Where the view was when we last put it somewhere or looked. */
    this.lastTop = 0;
    this.scrolled = perFrame(() => this.#scrolled());
    this.observer = new ResizeObserver((all) => this.#resized(all));
    /** @type {Set<Element>} */
    this.observed = new Set();
  }

  connectedCallback() {
    super.connectedCallback();
    this.addEventListener("scroll", this.scrolled, { passive: true });
    this.observer.observe(this);
  }

  disconnectedCallback() {
    this.removeEventListener("scroll", this.scrolled);
    this.observer.disconnect();
    this.observed.clear();
    super.disconnectedCallback();
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("rows")) {
      const keys = this.rows.map((it) => it.key);
      if (keys.length !== this.keys.length || keys.some((it, i) => it !== this.keys[i])) {
        this.keys = keys;
        this.heights.reset(keys, this.measured);
      }
    }
  }

  updated() {
    const rows = new Set(this.querySelectorAll(":scope > .rows > [data-key]"));
    for (const element of this.observed) {
      if (!rows.has(element)) {
        this.observer.unobserve(element);
        this.observed.delete(element);
      }
    }
    for (const element of rows) {
      if (!this.observed.has(element)) {
        this.observed.add(element);
        this.observer.observe(element);
      }
    }
    this.#place();
  }

  /** Goes to the end and follows. */
  toEnd() {
    this.#follow(true);
    this.requestUpdate();
  }

  /** @param {string} key @returns {boolean} whether there is such a row */
  reveal(key) {
    const index = this.keys.indexOf(key);
    if (index >= 0) {
      this.#follow(false);
      this.anchor = { key, offset: -24 };
      this.requestUpdate();
    }
    return index >= 0;
  }

  /** @param {boolean} following */
  #follow(following) {
    if (this.following !== following) {
      this.following = following;
      this.dispatchEvent(new CustomEvent("follow", { detail: following }));
    }
  }

  /** Puts the view where the anchor says. */
  #place() {
    const index = this.following ? -1 : this.keys.indexOf(this.anchor.key);
    const wanted = this.following ? this.scrollHeight - this.clientHeight : index < 0 ? this.scrollTop : this.heights.top(index) - this.anchor.offset + this.#lead();
    if (Math.abs(this.scrollTop - wanted) > 0.5) {
      this.placing = true;
      this.scrollTop = wanted;
      this.scrolled();
    }
    this.lastTop = this.scrollTop;
  }

  /** What stands above the rows. */
  #lead() {
    const rows = this.querySelector(":scope > .rows");
    return rows instanceof HTMLElement ? rows.offsetTop : 0;
  }

  #scrolled() {
    if (!this.isConnected) {
      return;
    }
    const top = this.scrollTop;
    if (!this.placing) {
      const atEnd = this.scrollHeight - this.clientHeight - top < NEAR_END;
      // What grows below the view moves nothing: only a reader who goes up ends the following.
      if (atEnd || top < this.lastTop - 1) {
        this.#follow(atEnd);
      }
    }
    this.placing = false;
    this.lastTop = top;
    if (!this.following && this.keys.length > 0) {
      const index = this.heights.at(top - this.#lead());
      this.anchor = { key: this.keys[index], offset: this.heights.top(index) + this.#lead() - top };
    }
    if (top < NEAR_START) {
      this.dispatchEvent(new CustomEvent("near-start"));
    }
    this.requestUpdate();
  }

  /** @param {ResizeObserverEntry[]} all */
  #resized(all) {
    let changed = false;
    for (const { target, borderBoxSize, contentRect } of all) {
      const key = target instanceof HTMLElement ? target.dataset.key : undefined;
      if (key === undefined) {
        changed ||= target === this;
        continue;
      }
      const height = borderBoxSize?.[0]?.blockSize ?? contentRect.height;
      if (!target.isConnected || height === 0) {
        continue;
      }
      this.measured.set(key, height);
      const index = this.keys.indexOf(key);
      if (index >= 0 && this.heights.set(index, height) !== 0) {
        changed = true;
      }
    }
    if (changed) {
      this.requestUpdate();
    }
  }

  render() {
    const view = this.clientHeight || window.innerHeight;
    const total = this.heights.total;
    const at = this.following ? -1 : this.keys.indexOf(this.anchor.key);
    const top = this.following ? total - view : at >= 0 ? this.heights.top(at) - this.anchor.offset : this.scrollTop;
    const [from, to] = this.heights.range(top, top + view, MARGIN);
    const before = this.heights.top(from);
    const after = total - this.heights.top(to);
    return html`<div class="rows" role="feed" aria-label=${this.label} aria-busy="false">
      <div class="gap" .style=${`height:${before}px`}></div>
      ${repeat(this.rows.slice(from, to), (it) => it.key, (it, i) => html`<div class="vrow" data-key=${it.key}>${this.row(it, from + i)}</div>`)}
      <div class="gap" .style=${`height:${after}px`}></div>
    </div>`;
  }
}

customElements.define("deft-virtual-list", DeftVirtualList);
