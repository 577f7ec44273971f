// Takes the pictures of docs/console.md: node screenshots.mjs ADDRESS TOKEN WORKSPACE SESSION DIRECTORY
// ConsolePicturesTest runs it with -Dpictures=update.

import { statSync } from "node:fs";
import { PHONE, Tabs, launch, until } from "./console/tabs.mjs";
import { show } from "./console/views.mjs";

const LARGEST = 150_000;
const [base, token, workspace, session, directory] = process.argv.slice(2);

const w = `/w/${workspace}`;
const answerable = "section.request .btn.primary:not([disabled])";
const pictures = [
  { name: "home", place: "/", ready: ".rows" },
  { name: "session", place: `${w}/s/${session}`, ready: answerable, height: 1160 },
  { name: "chart", place: `${w}/s/${session}`, ready: answerable, scheme: "dark", act: (page) => page.getByRole("tab", { name: "Time and tokens" }).click(), after: ".flame" },
  { name: "files", place: `${w}/files?session=${session}`, ready: ".tree-row", act: (page) => page.locator(".changed .list-row").first().click(), after: ".diff", height: 620 },
  { name: "tools", place: `${w}/tools?tool=grep`, ready: "#form-pattern", act: tryTool, after: "[data-result]", height: 860 },
  { name: "policies", place: `${w}/policies`, ready: "#why-tool", act: explain, after: ".stages" },
  { name: "usage", place: "/usage", ready: ".chart canvas", scheme: "dark" },
  { name: "phone", place: `${w}/s/${session}`, ready: answerable, viewport: PHONE, scheme: "dark" },
];

const browser = await launch();
const tabs = new Tabs(browser, { base, token }, new Map());
for (const it of pictures) {
  const page = await tabs.open("/#/", { viewport: it.viewport ?? { width: 1280, height: it.height ?? 800 }, scheme: it.scheme, prepare: settle });
  await show(page, it);
  if (it.act) {
    await it.act(page);
    await page.locator(it.after).first().waitFor();
  }
  await until("fonts and pictures are there", () => page.evaluate(() => document.fonts.status === "loaded"));
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const path = `${directory}/console-${it.name}.png`;
  await page.screenshot({ path });
  if (statSync(path).size > LARGEST) {
    throw new Error(`${path} is larger than ${LARGEST} bytes.`);
  }
  await page.context().close();
}
tabs.check();
await browser.close();

/** The workspace is in a directory of the tests, which is nobody's business. */
async function settle(page) {
  await page.route("**/v1/workspaces?*", handle);
  await page.route("**/v1/workspaces", handle);
  async function handle(route) {
    const answer = await route.fetch();
    if (answer.status() !== 200) {
      await route.fulfill({ response: answer });
      return;
    }
    const list = await answer.json();
    list.items.forEach((it) => Object.assign(it, { root: `/home/ana/${it.id}`, trusted: true }));
    await route.fulfill({ response: answer, json: list });
  }
}

async function tryTool(page) {
  await page.locator("#form-pattern").fill("total");
  await page.getByRole("button", { name: "Run" }).click();
  await page.locator("[data-result]").evaluate((it) => it.scrollIntoView({ block: "end" }));
}

async function explain(page) {
  await page.getByLabel("Tool").fill("write");
  await page.getByLabel("Arguments").fill('{\n  "path": "migrations/042.sql", "content": "drop table orders;"\n}');
  await page.getByRole("button", { name: "Explain" }).click();
}
