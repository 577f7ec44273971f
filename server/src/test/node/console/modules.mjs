// The parts of the views that need no page.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

const views = new URL("../../../main/resources/dev/deft/server/console/views/", import.meta.url);

/** Modules that import nothing; Node takes files without a package for something else. */
function module(name) {
  return import(`data:text/javascript,${encodeURIComponent(readFileSync(new URL(name, views), "utf8"))}`);
}

export async function forms() {
  const { beginning, changed, kindOf, mistakes, resolved } = await module("schema.js");
  const schema = {
    type: "object",
    required: ["path", "edits", "mode"],
    properties: {
      path: { type: "string", minLength: 1 },
      content: { type: "string" },
      mode: { enum: ["fast", "safe"] },
      limit: { type: "integer", minimum: 1, maximum: 10 },
      deep: { type: "boolean" },
      edits: { type: "array", minItems: 1, items: { $ref: "#/$defs/edit" } },
      headers: { type: "object", additionalProperties: { type: "string" } },
      value: { anyOf: [{ type: "string" }, { type: "number" }] },
      free: {},
      tree: { $ref: "#/$defs/tree" },
    },
    $defs: {
      edit: { type: "object", required: ["old"], properties: { old: { type: "string" }, all: { type: "boolean" } } },
      tree: { type: "object", required: ["child"], properties: { child: { $ref: "#/$defs/tree" } } },
      "a/b": { const: 7 },
    },
  };
  const kinds = Object.fromEntries(Object.entries(schema.properties).map(([name, it]) => [name, kindOf(resolved(it, schema), schema, name)]));
  assert.deepEqual(kinds, {
    path: "text", content: "long", mode: "choice", limit: "integer", deep: "boolean", edits: "list",
    headers: "map", value: "variant", free: "json", tree: "object",
  });
  assert.deepEqual(beginning(schema, schema), { edits: [], mode: "fast" });
  assert.equal(beginning({ $ref: "#/$defs/a~1b" }, schema), 7);
  beginning(schema.$defs.tree, schema);
  assert.deepEqual(resolved({ $ref: "https://elsewhere/x" }, schema), {});

  const wrong = (value) => mistakes(schema, value, schema).map((it) => it.path).sort();
  assert.deepEqual(wrong({}), ["/edits", "/mode", "/path"]);
  assert.deepEqual(wrong({ path: "", mode: "slow", edits: [{}], limit: 11 }), ["/edits/0/old", "/limit", "/mode", "/path"]);
  assert.deepEqual(wrong({ path: "a", mode: "safe", edits: [{ old: "x", all: "yes" }], limit: 1.5 }), ["/edits/0/all", "/limit"]);
  assert.deepEqual(wrong({ path: "a", mode: "safe", edits: [{ old: "x" }], limit: 10 }), []);

  const before = { path: "a", edits: [{ old: "1" }, { old: "2" }] };
  assert.deepEqual(changed(before, ["edits", 0, "old"], "3"), { path: "a", edits: [{ old: "3" }, { old: "2" }] });
  assert.deepEqual(changed(before, ["edits", 0], undefined), { path: "a", edits: [{ old: "2" }] });
  assert.deepEqual(changed(before, ["path"], undefined), { edits: before.edits });
  assert.deepEqual(Object.keys(changed({ a: 1, b: 2 }, ["a"], 3)), ["a", "b"]);
  assert.deepEqual(before, { path: "a", edits: [{ old: "1" }, { old: "2" }] });
  assert.equal(changed({}, ["__proto__"], { polluted: true }).polluted, undefined);
  assert.equal({}.polluted, undefined);
}

export async function figures() {
  const { daysBetween, grouped, series, totals } = await module("figures.js");
  const item = (day, model, cost, input = 100) => ({ day, model, agent: "build", input_tokens: input, output_tokens: 10, cache_read: 5, cache_write: 0, requests: 2, ...(cost === undefined ? {} : { cost_usd: cost }) });
  const items = [item("2026-01-01", "a", 1), item("2026-01-03", "a", 2), item("2026-01-03", "b", 9), item("2026-01-03", "local")];
  assert.deepEqual(daysBetween("2025-12-31", "2026-01-02"), ["2025-12-31", "2026-01-01", "2026-01-02"]);
  assert.deepEqual(daysBetween("2026-03-28", "2026-03-30").length, 3);
  const days = daysBetween("2026-01-01", "2026-01-03");
  assert.deepEqual(series(items, "model", days, "cost"), [
    { name: "b", values: [0, 0, 9], total: 9 },
    { name: "a", values: [1, 0, 2], total: 3 },
  ]);
  assert.deepEqual(totals(items), { input: 400, output: 40, cached: 20, requests: 8, cost: 12, unpriced: 2 });
  assert.deepEqual(grouped(items, "model").map((it) => it.name), ["b", "a", "local"]);
  const many = Array.from({ length: 9 }, (_, i) => item("2026-01-01", `m${i}`, i + 1));
  const few = series(many, "model", days, "cost");
  assert.equal(few.length, 6);
  assert.deepEqual([few[5].name, few[5].total], ["4 others", 1 + 2 + 3 + 4]);
}

export async function metrics() {
  const { samples } = await module("metrics.js");
  const text = '# HELP x_total Things\n# TYPE x_total counter\nx_total{a="1",b="}"} 4\nx_total 5\nh_bucket{le="1"} 3\nh_sum 2.5\nbroken line here\n\n';
  assert.deepEqual(samples(text), [
    { name: "x_total", help: "Things", samples: [{ labels: 'a="1",b="}"', value: 4 }, { labels: "", value: 5 }] },
    { name: "h_sum", help: "", samples: [{ labels: "", value: 2.5 }] },
  ]);
  assert.equal(samples("m 1\n".repeat(100_000))[0].samples.length, 400);
}

export async function diffs() {
  const { diffOfFile } = await module("file-diff.js");
  const first = "diff --git a/x.txt b/x.txt\n--- a/x.txt\n+++ b/x.txt\n@@ -1,3 +1,3 @@\n a\n--- a/y.txt\n+++ b/y.txt\n b\n";
  const second = "--- a/y.txt\t2026\n+++ b/y.txt\n@@ -0,0 +1 @@\n+new\n";
  assert.equal(diffOfFile(first + second, "y.txt"), second);
  assert.equal(diffOfFile(first + second, "x.txt"), first.slice(0, -1));
  assert.equal(diffOfFile(first, "other"), first);
}
