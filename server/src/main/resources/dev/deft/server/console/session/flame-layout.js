// Where the bars of a flame chart stand.

/**
 * @typedef {{ id: string, parent?: string, kind: string, name: string, start_ms: number, duration_ms: number,
 *   input_tokens?: number, output_tokens?: number, session?: string }} Span
 * @typedef {{ span: Span, lane: number, from: number, to: number, tokens: number }} Bar
 */

/**
 * Puts spans into lanes: below their parent, and below brothers that overlap in time. With tokens, the
 * width of a bar is what it and all below it used.
 * @param {Span[]} spans @param {"time" | "tokens"} by @returns {{ bars: Bar[], lanes: number, from: number, to: number }}
 */
export function layout(spans, by) {
  const known = new Set(spans.map((it) => it.id));
  /** @type {Map<string, Span[]>} */
  const below = new Map();
  for (const span of spans) {
    const parent = span.parent !== undefined && known.has(span.parent) && span.parent !== span.id ? span.parent : "";
    below.set(parent, [...(below.get(parent) ?? []), span]);
  }
  const bars = by === "time" ? byTime(below) : byTokens(below);
  const from = bars.reduce((least, it) => Math.min(least, it.from), Infinity);
  const to = bars.reduce((most, it) => Math.max(most, it.to), -Infinity);
  return { bars, lanes: bars.reduce((most, it) => Math.max(most, it.lane + 1), 0), from: Number.isFinite(from) ? from : 0, to: Number.isFinite(to) ? to : 1 };
}

/** @param {Span} span */
function ownTokens(span) {
  return (span.input_tokens ?? 0) + (span.output_tokens ?? 0);
}

/** @param {Map<string, Span[]>} below @returns {Bar[]} */
function byTime(below) {
  /** @type {Bar[]} */
  const bars = [];
  /** The end of what stands in each lane. @type {number[]} */
  const ends = [];
  const seen = new Set();
  /** @param {string} parent @param {number} least */
  const place = (parent, least) => {
    const spans = [...(below.get(parent) ?? [])].sort((a, b) => a.start_ms - b.start_ms);
    for (const span of spans) {
      if (seen.has(span.id)) {
        continue;
      }
      seen.add(span.id);
      let lane = least;
      while ((ends[lane] ?? -Infinity) > span.start_ms + 0.5) {
        lane++;
      }
      const to = span.start_ms + Math.max(0, span.duration_ms);
      ends[lane] = to;
      bars.push({ span, lane, from: span.start_ms, to, tokens: ownTokens(span) });
      place(span.id, lane + 1);
    }
  };
  place("", 0);
  return bars;
}

/** @param {Map<string, Span[]>} below @returns {Bar[]} */
function byTokens(below) {
  /** @type {Map<string, number>} */
  const sums = new Map();
  /** @param {Span} span @param {Set<string>} above @returns {number} */
  const sum = (span, above) => {
    if (above.has(span.id)) {
      return 0;
    }
    const inner = (below.get(span.id) ?? []).reduce((all, it) => all + sum(it, new Set([...above, span.id])), 0);
    const total = Math.max(ownTokens(span), inner);
    sums.set(span.id, total);
    return total;
  };
  /** @type {Bar[]} */
  const bars = [];
  const seen = new Set();
  /** @param {string} parent @param {number} from @param {number} lane */
  const place = (parent, from, lane) => {
    let at = from;
    for (const span of [...(below.get(parent) ?? [])].sort((a, b) => a.start_ms - b.start_ms)) {
      const tokens = sums.get(span.id) ?? 0;
      if (seen.has(span.id) || tokens === 0) {
        continue;
      }
      seen.add(span.id);
      bars.push({ span, lane, from: at, to: at + tokens, tokens });
      place(span.id, at, lane + 1);
      at += tokens;
    }
  };
  (below.get("") ?? []).forEach((it) => sum(it, new Set()));
  place("", 0, 0);
  return bars;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const TIMES = [SECOND, 2 * SECOND, 5 * SECOND, 10 * SECOND, 15 * SECOND, 30 * SECOND, MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 6 * HOUR, 12 * HOUR, 24 * HOUR];

/** @param {number} rough */
function roundStep(rough) {
  const power = 10 ** Math.floor(Math.log10(Math.max(rough, 1e-9)));
  return [1, 2, 5, 10].map((it) => it * power).find((it) => it >= rough) ?? power * 10;
}

/** Round numbers along an axis. @param {number} from @param {number} to @param {number} most @param {"time" | "tokens"} by @returns {number[]} */
export function ticks(from, to, most, by) {
  const rough = (to - from) / Math.max(1, most);
  const step = by === "time" && rough > SECOND / 2 ? (TIMES.find((it) => it >= rough) ?? Math.ceil(rough / TIMES[TIMES.length - 1]) * TIMES[TIMES.length - 1]) : roundStep(rough);
  const all = [];
  for (let at = Math.ceil(from / step) * step; at <= to; at += step) {
    all.push(at);
  }
  return all;
}
