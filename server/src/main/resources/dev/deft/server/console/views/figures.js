// Usage as numbers for plots and tables, without a page.

/**
 * @typedef {{ day?: string, model?: string, agent?: string, workspace?: string, input_tokens: number, output_tokens: number,
 *   cache_read: number, cache_write: number, cost_usd?: number, requests: number }} UsageItem
 * @typedef {{ input: number, output: number, cached: number, requests: number, cost: number, unpriced: number }} Totals
 * @typedef {"tokens" | "cost" | "requests"} Measure
 */

/** @param {UsageItem[]} items @returns {Totals} */
export function totals(items) {
  const sum = { input: 0, output: 0, cached: 0, requests: 0, cost: 0, unpriced: 0 };
  for (const it of items) {
    sum.input += it.input_tokens;
    sum.output += it.output_tokens;
    sum.cached += it.cache_read;
    sum.requests += it.requests;
    sum.cost += it.cost_usd ?? 0;
    sum.unpriced += it.cost_usd === undefined ? it.requests : 0;
  }
  return sum;
}

/** @param {UsageItem} item @param {Measure} measure @returns {number} */
export function measured(item, measure) {
  switch (measure) {
    case "cost": return item.cost_usd ?? 0;
    case "requests": return item.requests;
    default: return item.input_tokens + item.output_tokens;
  }
}

/** The days from the first to the last, none left out, at most 400. @param {string} from @param {string} to @returns {string[]} */
export function daysBetween(from, to) {
  const days = [];
  const end = Date.parse(`${to}T00:00:00Z`);
  for (let at = Date.parse(`${from}T00:00:00Z`); at <= end && days.length < 400; at += 86_400_000) {
    days.push(new Date(at).toISOString().slice(0, 10));
  }
  return days;
}

/**
 * One series for each value of a field, the largest first; those past the sixth are one series `others`.
 * @param {UsageItem[]} items @param {"model" | "agent" | "workspace"} field @param {string[]} days @param {Measure} measure
 * @returns {{ name: string, values: number[], total: number }[]}
 */
export function series(items, field, days, measure) {
  /** @type {Map<string, { name: string, values: number[], total: number }>} */
  const found = new Map();
  const at = new Map(days.map((day, i) => [day, i]));
  for (const item of items) {
    const index = at.get(item.day ?? "");
    if (index === undefined) {
      continue;
    }
    const name = item[field] ?? "(none)";
    const one = found.get(name) ?? { name, values: days.map(() => 0), total: 0 };
    found.set(name, one);
    one.values[index] += measured(item, measure);
    one.total += measured(item, measure);
  }
  const sorted = [...found.values()].filter((it) => it.total > 0).sort((a, b) => b.total - a.total || a.name.localeCompare(b.name));
  if (sorted.length <= MOST_SERIES) {
    return sorted;
  }
  const rest = sorted.slice(MOST_SERIES - 1);
  const others = {
    name: `${rest.length} others`,
    values: days.map((_, i) => rest.reduce((sum, it) => sum + it.values[i], 0)),
    total: rest.reduce((sum, it) => sum + it.total, 0),
  };
  return [...sorted.slice(0, MOST_SERIES - 1), others];
}

const MOST_SERIES = 6;

/** The items summed by one field, the most expensive first. @param {UsageItem[]} items @param {"model" | "agent" | "workspace" | "day"} field */
export function grouped(items, field) {
  /** @type {Map<string, UsageItem[]>} */
  const groups = new Map();
  for (const it of items) {
    const name = it[field] ?? "(none)";
    const group = groups.get(name) ?? [];
    group.push(it);
    groups.set(name, group);
  }
  return [...groups]
    .map(([name, all]) => ({ name, ...totals(all) }))
    .sort((a, b) => b.cost - a.cost || b.input + b.output - a.input - a.output);
}
