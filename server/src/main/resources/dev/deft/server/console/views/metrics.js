// The text format of Prometheus, taken apart for a table.

const MOST = 400;
const LINE = /^([a-z_:][\w:]*)(?:\{(.*)\})?\s+([-+]?(?:[\d.]+(?:e[-+]?\d+)?|Inf)|NaN)(?:\s|$)/i;

/**
 * The samples by name, without the buckets of histograms.
 * @param {string} text @returns {{ name: string, help: string, samples: { labels: string, value: number }[] }[]}
 */
export function samples(text) {
  /** @type {Map<string, { name: string, help: string, samples: { labels: string, value: number }[] }>} */
  const groups = new Map();
  /** @type {Map<string, string>} */
  const helps = new Map();
  let count = 0;
  for (const line of text.split("\n")) {
    const help = /^# HELP (\S+) (.*)$/.exec(line);
    if (help) {
      helps.set(help[1], help[2]);
      continue;
    }
    const found = line.startsWith("#") ? null : LINE.exec(line);
    if (!found || found[1].endsWith("_bucket") || count === MOST) {
      continue;
    }
    const [, name, labels = "", value] = found;
    const base = name.replace(/_(sum|count)$/, "");
    const group = groups.get(name) ?? { name, help: helps.get(name) ?? helps.get(base) ?? "", samples: [] };
    group.samples.push({ labels, value: Number(value.replace("Inf", "Infinity")) });
    groups.set(name, group);
    count++;
  }
  return [...groups.values()];
}
