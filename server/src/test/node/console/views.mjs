// Every view of the console, as a person and as a judge of accessibility see it.

import assert from "node:assert/strict";
import { PHONE, barriers, tooWide, until } from "./tabs.mjs";

/** Every place of the console, with what must be there when it has loaded. */
export function places({ workspace, session }) {
  const w = `/w/${workspace}`;
  return [
    { place: "/", heading: /Good (morning|afternoon|evening)/ },
    { place: "/sessions", heading: "Sessions" },
    { place: `${w}/s/${session}`, ready: ".timeline, deft-timeline, deft-session" },
    { place: `${w}/files`, heading: "Files", ready: ".tree-row" },
    { place: `${w}/files?path=README.md`, heading: "Files", ready: "pre.source" },
    { place: `${w}/tools`, heading: "Tools", ready: ".list-row" },
    { place: `${w}/tools?tool=edit`, heading: "Tools", ready: "deft-schema-form .field" },
    { place: `${w}/memory`, heading: "Memory" },
    { place: `${w}/schedules`, heading: "Schedules" },
    { place: `${w}/policies`, heading: "Policies", ready: "#why-tool" },
    { place: "/usage", heading: "Usage" },
    { place: "/engine", heading: "Engine", ready: ".metrics, .rows" },
    { place: "/tokens", heading: "Tokens", ready: "[data-token]" },
    { place: "/audit", heading: "Audit log" },
  ];
}

/** Goes to a place and waits until it shows what it has. */
export async function show(page, { place, heading, ready }) {
  await page.evaluate((it) => { location.hash = it; }, place);
  if (heading) {
    await page.getByRole("heading", { level: 1, name: heading }).first().waitFor();
  }
  if (ready) {
    await page.locator(ready).first().waitFor();
  }
  await until(`${place} has loaded`, async () => (await page.locator(".outlet [aria-busy=true]").count()) === 0);
  assert.equal(await page.locator(".outlet [role=alert]").count(), 0, `${place} shows: ${await page.locator(".outlet").innerText()}`);
}

/** Every view opens without an error of its own; the guards of the tab see the rest. */
export async function open(tabs, given) {
  const page = await tabs.open("/#/");
  for (const it of places(given)) {
    await show(page, it);
  }
  await page.reload();
  await page.getByRole("heading", { level: 1, name: "Audit log" }).waitFor();
}

/** No serious or critical finding of axe-core, in dark and in light, and no page wider than a phone. */
export async function accessible(tabs, given) {
  const found = [];
  for (const scheme of ["light", "dark"]) {
    const page = await tabs.open("/#/", { scheme });
    for (const it of places(given)) {
      await show(page, it);
      found.push(...(await barriers(page)).map((finding) => `${scheme} ${it.place}: ${finding}`));
    }
    await page.keyboard.press("?");
    await page.locator("dialog[open]").waitFor();
    found.push(...(await barriers(page)).map((finding) => `${scheme} keyboard help: ${finding}`));
  }
  assert.deepEqual(found, []);
}

/** On a phone nothing has to be scrolled sideways, and the menu leads everywhere. */
export async function phone(tabs, given) {
  const page = await tabs.open("/#/", { viewport: PHONE, touch: true });
  const found = [];
  for (const it of places(given)) {
    await show(page, it);
    found.push(...(await tooWide(page)).map((finding) => `${it.place}: ${finding}`));
  }
  assert.deepEqual(found, []);
  await page.getByRole("button", { name: "Open the menu" }).click();
  await page.getByRole("link", { name: "Usage" }).click();
  await page.getByRole("heading", { level: 1, name: "Usage" }).waitFor();
  await until("the menu is closed", async () => (await page.locator(".side.open").count()) === 0);
}

/** From the home page to a result of a tool without a mouse. */
export async function keyboard(tabs, { workspace }) {
  const page = await tabs.open("/#/");
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Skip to the content");
  for (const [keys, title] of [["u", "Usage"], ["m", "Memory"], ["p", "Policies"], ["t", "Tools"]]) {
    await page.keyboard.press("Escape");
    await page.keyboard.press("g");
    await page.keyboard.press(keys);
    await page.getByRole("heading", { level: 1, name: title }).waitFor();
  }
  await page.locator(".list-row").first().waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("directory");
  await until("the search is narrower", async () => (await page.locator(".list-row").count()) < 10);
  await tabUntil(page, "ls", (it) => it.matches(".list-row") && it.textContent.trim().startsWith("ls"));
  await page.keyboard.press("Enter");
  await page.locator("[data-tool=ls]").waitFor();
  await tabUntil(page, "the field", (it) => it.id === "form-path");
  await page.keyboard.type(".");
  await tabUntil(page, "Run", (it) => it.textContent.trim() === "Run");
  await page.keyboard.press("Enter");
  await page.locator("[data-result=output]").waitFor();
  await page.getByRole("cell", { name: "README.md" }).first().waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await until("the help is closed", async () => (await page.getByRole("dialog").count()) === 0);
  assert.match(page.url(), new RegExp(`/w/${workspace}/tools`));
}

/** Presses Tab until the focus is where it should be; everything on the way must be visible when it has the focus. */
async function tabUntil(page, what, test) {
  for (let presses = 0; presses < 120; presses++) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(`(${test})(document.activeElement)`)) {
      return;
    }
  }
  throw new Error(`The Tab key does not reach ${what}.`);
}

/** Files: the tree by keys, content with line numbers, an image, what a session changed. */
export async function files(tabs, { workspace, session }) {
  const page = await tabs.open(`/#/w/${workspace}/files`);
  await page.getByRole("treeitem", { name: "README.md" }).waitFor();
  await page.locator(".tree-row[data-path=src]").focus();
  await page.keyboard.press("ArrowRight");
  await until("the directory is open", async () => (await page.locator('.tree-row[aria-expanded="true"]').count()) === 1);
  await page.locator('.tree-row[aria-level="2"]').first().waitFor();
  await page.keyboard.press("End");
  await page.keyboard.press("Home");
  await page.locator('.tree-row[data-path="src/main.js"]').focus();
  await page.keyboard.press("Enter");
  await page.locator("pre.source").waitFor();
  assert.match(await page.locator("pre.gutter").innerText(), /^1\n2\n/);
  await until("the code has colors", async () => (await page.locator("pre.source .hljs-keyword").count()) > 0);
  await page.getByRole("treeitem", { name: "pixel.png" }).click();
  await until("the image is there", () => page.locator(".picture img").evaluate((it) => it.complete && it.naturalWidth > 0));
  await page.getByLabel("Show the changes of a session").selectOption(session);
  await page.locator(".changed .list-row").first().click();
  await page.locator(".diff tr.add, .diff td.add").first().waitFor();
  await page.getByRole("tab", { name: "Content" }).click();
  await page.locator("pre.source").waitFor();
}

/** Tools: a form made from the schema, mistakes named, the JSON behind it, why, and a result. */
export async function tools(tabs, { workspace }) {
  const page = await tabs.open(`/#/w/${workspace}/tools?tool=grep`);
  await page.getByLabel(/^pattern/).fill("Hello");
  await page.getByRole("button", { name: "JSON", exact: true }).click();
  assert.deepEqual(JSON.parse(await page.getByLabel("Arguments as JSON").inputValue()), { pattern: "Hello" });
  await page.getByLabel("Arguments as JSON").fill('{"pattern": "Hello", "path": 5');
  await page.getByText("This is no JSON yet").waitFor();
  await page.getByLabel("Arguments as JSON").fill('{"pattern": "Hello", "include": "*.md"}');
  await page.getByRole("button", { name: "Form", exact: true }).click();
  assert.equal(await page.getByLabel(/^include/).inputValue(), "*.md");
  await page.getByRole("button", { name: "Why?" }).click();
  await page.locator(".stages li").first().waitFor();
  await page.getByRole("button", { name: "Run" }).click();
  await page.locator("[data-result=output]").waitFor();
  assert.match(await page.locator("[data-result]").innerText(), /README\.md/);

  await page.locator('.list-row[href$="tool=read"]').click();
  await page.locator("[data-tool=read]").waitFor();
  await page.getByLabel(/^offset/).fill("0");
  await page.getByRole("button", { name: "Run" }).click();
  await page.getByText("Must be at least 1.").waitFor();
  assert.equal(await page.locator("[data-result]").count(), 0);
  await page.getByLabel(/^offset/).fill("");
  await page.getByLabel(/^path/).fill("there-is-no-such-file");
  await page.getByRole("button", { name: "Run" }).click();
  await page.locator("[data-result=error]").waitFor();
}

/** Memory: a new file, edited, found, deleted. */
export async function memory(tabs, { workspace }) {
  const page = await tabs.open(`/#/w/${workspace}/memory`);
  await page.getByRole("button", { name: "New file" }).click();
  await page.getByLabel("Path").fill("memory/birds.md");
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByRole("heading", { name: "memory/birds.md" }).waitFor();
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByLabel("Content in Markdown").fill("# Birds\n\nThe **hoopoe** has a crown. <img src=x onerror=\"window.__pwned='memory'\">\n");
  await page.keyboard.press("Control+Enter");
  await page.locator(".md strong", { hasText: "hoopoe" }).waitFor();
  await page.getByPlaceholder("Search by words or meaning").fill("hoopoe");
  await page.locator(".snippet", { hasText: "hoopoe" }).waitFor();
  await page.getByPlaceholder("Search by words or meaning").fill("");
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await until("the file is gone", async () => (await page.getByText("memory/birds.md").count()) === 0);
}

/** Schedules: one added, refused, removed. */
export async function schedules(tabs, { workspace }) {
  const page = await tabs.open(`/#/w/${workspace}/schedules`);
  const add = async (cron) => {
    await page.getByRole("button", { name: "New schedule" }).click();
    await page.getByLabel("Prompt").fill("say <b>Good morning</b>");
    await page.getByLabel("When, as a cron expression").fill(cron);
    await page.getByLabel("Name (optional)").fill("morning");
    await page.getByRole("button", { name: "Schedule", exact: true }).click();
  };
  tabs.forgive(page, /status of 400/);
  await add("61 25 * * *");
  await page.locator(".toast.bad").waitFor();
  await add("30 9 * * mon-fri");
  await page.getByRole("heading", { name: "morning" }).waitFor();
  await page.getByText("say <b>Good morning</b>").waitFor();
  await page.getByRole("button", { name: "Remove morning" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await until("the schedule is gone", async () => (await page.getByRole("heading", { name: "morning" }).count()) === 0);
}

/** Policies: why, a rule added that changes the answer, and revoked. */
export async function policies(tabs, { workspace }) {
  const page = await tabs.open(`/#/w/${workspace}/policies`);
  const decision = async (expected) => {
    await page.getByRole("button", { name: "Explain" }).click();
    await page.locator(".verdict .tag", { hasText: expected }).waitFor();
  };
  await page.getByLabel("Tool").fill("write");
  await page.getByLabel("Arguments").fill('{"path": "secrets/<b>x</b>.txt", "content": "1"}');
  await decision("ask");
  await page.getByRole("button", { name: "Add a rule" }).click();
  await page.getByLabel("Action").selectOption("deny");
  await page.getByLabel("Permission").fill("write");
  await page.getByLabel("Pattern").fill("secrets/**");
  await page.getByRole("dialog").getByRole("button", { name: "Add" }).click();
  await page.getByRole("cell", { name: "secrets/**", exact: true }).waitFor();
  await decision("deny");
  await page.getByRole("button", { name: "Revoke deny write secrets/**" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await until("the rule is gone", async () => (await page.getByRole("cell", { name: "secrets/**", exact: true }).count()) === 0);
  await decision("ask");
  await page.getByLabel("Arguments").fill("{");
  await page.getByRole("button", { name: "Explain" }).click();
  await page.getByText("The arguments are no JSON").waitFor();
}

/** Usage: what the sessions used is in the figures, in the plot and in the table beside it. */
export async function usage(tabs) {
  const page = await tabs.open("/#/usage");
  await page.locator(".chart canvas").waitFor();
  const drawn = () => page.locator(".chart canvas").evaluate((it) => {
    const pixels = it.getContext("2d").getImageData(0, 0, it.width, it.height).data;
    return new Set(Array.from({ length: pixels.length / 4 }, (_, i) => `${pixels[4 * i]} ${pixels[4 * i + 1]} ${pixels[4 * i + 2]} ${pixels[4 * i + 3]}`)).size;
  });
  await until("the plot is drawn", async () => (await drawn()) > 5);
  await page.getByText("The same as a table").click();
  const row = page.getByRole("table", { name: "Usage by day" }).getByRole("row").nth(1);
  assert.match(await row.innerText(), /^20\d\d-\d\d-\d\d/);
  await page.getByRole("button", { name: "Tokens", exact: true }).click();
  await page.getByRole("heading", { name: "Tokens by day" }).waitFor();
  await page.getByRole("button", { name: "7 days" }).click();
  await page.locator(".chart canvas").waitFor();
}

/** Tokens: made once shown, used by another browser with fewer rights, revoked; all of it in the audit log. */
export async function tokens(tabs, { workspace }) {
  const page = await tabs.open("/#/tokens");
  await page.getByRole("button", { name: "New token" }).click();
  await page.getByLabel("Person or program").fill("guest <i>1</i>");
  await page.getByRole("checkbox", { name: /^speak/ }).uncheck();
  await page.getByRole("button", { name: "Create" }).click();
  const secret = await page.locator(".secret").innerText();
  assert.match(secret, /^deft_[^_]+_\S{20,}$/);
  await page.getByRole("button", { name: "Done" }).click();
  const row = page.getByRole("row", { name: /guest <i>1<\/i>/ });
  await row.waitFor();

  const guest = await tabs.open("/#/", { token: secret });
  await guest.getByRole("heading", { level: 1 }).first().waitFor();
  assert.equal(await guest.getByRole("link", { name: "Tokens" }).count(), 0);
  await guest.evaluate((it) => { location.hash = it; }, "/audit");
  await guest.getByText("There is nothing here").waitFor();
  await guest.evaluate((it) => { location.hash = it; }, `/w/${workspace}/memory`);
  await guest.getByRole("heading", { level: 1, name: "Memory" }).waitFor();
  assert.equal(await guest.getByRole("button", { name: "New file" }).count(), 0);

  await row.getByRole("button", { name: /^Revoke/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await until("the token is gone", async () => (await row.count()) === 0);
  tabs.forgive(guest, /status of 401/);
  await guest.reload();
  await guest.waitForURL(/\/login/);
  const again = await tabs.api("POST", "/v1/tokens", { person: "somebody at a form", scopes: ["look"] });
  await guest.locator("input[name=token]").fill(again.token);
  await guest.locator("button[type=submit]").click();
  await guest.getByRole("heading", { level: 1 }).first().waitFor();
  await guest.waitForURL((it) => it.pathname === "/");

  await page.evaluate(() => { location.hash = "/audit"; });
  await page.locator(".table.audit").first().waitFor();
  const log = await page.locator(".outlet").innerText();
  // The part behind the id, which may contain the separator itself.
  const [hidden] = secret.match(/(?<=^deft_[^_]+_)\S+$/);
  assert.ok(!log.includes(hidden), "the audit log shows a secret");
  assert.match(log, /oken/);
}
