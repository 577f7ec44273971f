// Numbers, times and sizes as people read them.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** @param {number | undefined} ms @returns {string} such as `320 ms`, `4.2 s`, `3 min 5 s` */
export function duration(ms) {
  if (ms === undefined || !Number.isFinite(ms)) {
    return "";
  }
  if (ms < 1000) {
    return `${Math.round(ms)} ms`;
  }
  if (ms < MINUTE) {
    return `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;
  }
  if (ms < HOUR) {
    return `${Math.floor(ms / MINUTE)} min ${Math.round((ms % MINUTE) / 1000)} s`;
  }
  return `${Math.floor(ms / HOUR)} h ${Math.round((ms % HOUR) / MINUTE)} min`;
}

/** @param {number | undefined} count @returns {string} such as `950`, `12.4k`, `3.1M` */
export function compact(count) {
  if (count === undefined || !Number.isFinite(count)) {
    return "0";
  }
  if (Math.abs(count) < 1000) {
    return String(count);
  }
  const [value, unit] = Math.abs(count) < 999_500 ? [count / 1000, "k"] : [count / 1_000_000, "M"];
  return `${value.toFixed(Math.abs(value) < 100 ? 1 : 0).replace(/\.0$/, "")}${unit}`;
}

/** @param {number | undefined} count */
export function number(count) {
  return (count ?? 0).toLocaleString("en-US");
}

/** @param {number | undefined | null} dollars */
export function cost(dollars) {
  if (dollars === undefined || dollars === null) {
    return "";
  }
  return `$${dollars.toFixed(dollars === 0 || dollars >= 1 ? 2 : dollars >= 0.01 ? 3 : 4)}`;
}

/** @param {number | undefined} count */
export function bytes(count) {
  if (count === undefined) {
    return "";
  }
  const units = ["B", "KB", "MB", "GB"];
  let value = count;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${unit === 0 ? value : value.toFixed(value < 10 ? 1 : 0)} ${units[unit]}`;
}

/** @param {string | number | undefined} time @param {number} [now] @returns {string} such as `now`, `5 min ago`, `Mar 4` */
export function ago(time, now = Date.now()) {
  if (time === undefined || time === "") {
    return "";
  }
  const at = new Date(time);
  const past = now - at.getTime();
  if (Number.isNaN(past)) {
    return "";
  }
  if (past < -MINUTE) {
    return ahead(-past, at);
  }
  if (past < MINUTE) {
    return "now";
  }
  if (past < HOUR) {
    return `${Math.floor(past / MINUTE)} min ago`;
  }
  if (past < DAY) {
    return `${Math.floor(past / HOUR)} h ago`;
  }
  return past < 7 * DAY ? `${Math.floor(past / DAY)} d ago` : day(at, now);
}

/** @param {number} wait @param {Date} at */
function ahead(wait, at) {
  if (wait < HOUR) {
    return `in ${Math.ceil(wait / MINUTE)} min`;
  }
  if (wait < DAY) {
    return `in ${Math.round(wait / HOUR)} h`;
  }
  return wait < 7 * DAY ? `in ${Math.round(wait / DAY)} d` : day(at, Date.now());
}

/** @param {Date} at @param {number} now */
function day(at, now) {
  const year = at.getFullYear() === new Date(now).getFullYear() ? undefined : "numeric";
  return at.toLocaleDateString("en-US", { month: "short", day: "numeric", year });
}

/** @param {string | number | undefined} time */
export function clock(time) {
  const at = new Date(time ?? "");
  return Number.isNaN(at.getTime())
    ? ""
    : at.toLocaleTimeString("en-US", { hour: "2-digit", minute: "2-digit", hour12: false });
}

/** @param {string | number | undefined} time for titles */
export function fullTime(time) {
  const at = new Date(time ?? "");
  return Number.isNaN(at.getTime()) ? "" : at.toLocaleString("en-US", { dateStyle: "medium", timeStyle: "medium" });
}

/** @param {number} count @param {string} one @param {string} [many] */
export function plural(count, one, many = `${one}s`) {
  return `${number(count)} ${count === 1 ? one : many}`;
}
