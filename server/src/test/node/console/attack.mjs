// A page of somebody else, on another port of the same machine, in the browser of a person who is signed in.
// Its cookies are sent along: for a browser this is the same site.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { until } from "./tabs.mjs";

async function foreignPage(html) {
  const server = createServer((_, response) => {
    response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" });
    response.end(html);
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

/** Nothing that a foreign page sends is obeyed, and nothing that it asks for can be read. */
export async function forgery(tabs, { workspace, session }) {
  const victim = await tabs.open("/#/");
  await victim.getByRole("heading", { level: 1 }).first().waitFor();
  const before = await tabs.api("GET", "/v1/sessions?limit=200");
  const entries = await tabs.api("GET", `/v1/workspaces/${workspace}/sessions/${session}/entries?limit=200`);
  const foreign = await foreignPage("<!doctype html><title>Win a prize</title><body>");
  const page = await victim.context().newPage();
  try {
    await page.goto(foreign.url);
    const outcomes = await page.evaluate(forge, { base: tabs.base, workspace, session });
    assert.deepEqual(outcomes.filter((it) => it.read), []);
    for (const [action, type, fields] of [
      [`/v1/workspaces/${workspace}/sessions/${session}/messages`, "text/plain", { '{"text":"forged","x":"': '"}' }],
      [`/v1/workspaces/${workspace}/sessions`, "text/plain", { '{"message":"forged","x":"': '"}' }],
      ["/logout", "application/x-www-form-urlencoded", { a: "b" }],
      ["/login", "application/x-www-form-urlencoded", { token: "deft_x_forged" }],
    ]) {
      const answered = page.waitForResponse((it) => it.url() === tabs.base + action);
      await page.evaluate(submit, { action: tabs.base + action, type, fields });
      const status = (await answered).status();
      assert.ok(status >= 400, `a forged form to ${action} was answered ${status}`);
      await page.waitForURL(tabs.base + action);
      await page.goto(foreign.url);
    }
  } finally {
    foreign.close();
  }
  const after = await tabs.api("GET", "/v1/sessions?limit=200");
  assert.deepEqual(after.items.map((it) => it.id).sort(), before.items.map((it) => it.id).sort());
  const later = await tabs.api("GET", `/v1/workspaces/${workspace}/sessions/${session}/entries?limit=200`);
  assert.equal(later.last, entries.last);
  await victim.reload();
  await victim.getByRole("heading", { level: 1 }).first().waitFor();
  assert.ok(!victim.url().includes("/login"), "the forged form has signed the person out");
}

/** Runs in the foreign page: what can be read of each answer. */
async function forge({ base, workspace, session }) {
  const json = '{"text":"forged","message":"forged"}';
  const acts = `/v1/workspaces/${workspace}/sessions`;
  const tries = [
    ["GET", "/v1/sessions", {}],
    ["GET", "/v1", {}],
    ["GET", "/", {}],
    ["POST", acts, { body: json, mode: "no-cors" }],
    ["POST", `${acts}/${session}/messages`, { body: json, mode: "no-cors" }],
    ["POST", `${acts}/${session}/messages`, { body: json, headers: { "X-Deft-Request": "1", "Content-Type": "application/json" } }],
    ["DELETE", `${acts}/${session}`, { headers: { "X-Deft-Request": "1" } }],
    ["PUT", `/v1/workspaces/${workspace}/memory/files?path=MEMORY.md`, { body: '{"content":"forged"}', headers: { "X-Deft-Request": "1" } }],
  ];
  const outcomes = [];
  for (const [method, path, options] of tries) {
    const read = await fetch(base + path, { method, credentials: "include", ...options }).then((it) => it.text()).catch(() => "");
    outcomes.push({ what: `${method} ${path}`, read });
  }
  const events = await new Promise((done) => {
    const source = new EventSource(`${base}/v1/events`, { withCredentials: true });
    const end = (read) => {
      source.close();
      done(read);
    };
    source.addEventListener("hello", () => end("events"));
    source.onmessage = () => end("events");
    source.onerror = () => end("");
  });
  outcomes.push({ what: "events", read: events });
  const script = await new Promise((done) => {
    const it = document.createElement("script");
    it.src = `${base}/v1/sessions`;
    it.onload = () => done("a script");
    it.onerror = () => done("");
    document.body.append(it);
  });
  outcomes.push({ what: "as a script", read: script });
  return outcomes;
}

/** Runs in the foreign page. */
function submit({ action, type, fields }) {
  const form = document.createElement("form");
  form.method = "post";
  form.action = action;
  form.enctype = type;
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement("input");
    input.name = name;
    input.value = value;
    form.append(input);
  }
  document.body.append(form);
  form.submit();
}

/** The console cannot be put into a frame, where a person could be made to click on it. */
export async function frame(tabs) {
  const victim = await tabs.open("/#/");
  await victim.getByRole("heading", { level: 1 }).first().waitFor();
  for (const place of ["/", "/login", "/v1"]) {
    const foreign = await foreignPage(`<!doctype html><iframe src="${tabs.base}${place}" width="800" height="600"></iframe>`);
    const page = await victim.context().newPage();
    try {
      await page.goto(foreign.url);
      const inner = await until("the frame has loaded or was refused", () => page.frames().find((it) => it !== page.mainFrame() && it.url() !== "" && it.url() !== "about:blank"));
      await inner.waitForLoadState().catch(() => {});
      await until(`${place} is not shown in a frame`, () => page.frames().some((it) => it.url().startsWith("chrome-error:")));
      assert.equal(await inner.locator("deft-console").count(), 0);
    } finally {
      foreign.close();
      await page.close();
    }
  }
}
