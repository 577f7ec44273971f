// Takes the pictures of docs/console.md: node screenshots.mjs ADDRESS TOKEN WORKSPACE SESSION DIRECTORY
// ConsolePicturesTest runs it with -Dpictures=update.

import { statSync } from "node:fs";
import { DESKTOP, PHONE, Tabs, launch, until } from "./console/tabs.mjs";
import { show } from "./console/views.mjs";

const LARGEST = 150_000;
const [base, token, workspace, session, directory] = process.argv.slice(2);

const w = `/w/${workspace}`;
const pictures = [
  { name: "home", place: "/", ready: ".rows" },
  { name: "session", place: `${w}/s/${session}`, ready: ".diff" },
  { name: "session-dark", place: `${w}/s/${session}`, ready: ".diff", scheme: "dark" },
  { name: "files", place: `${w}/files?session=${session}`, ready: ".tree-row", act: (page) => page.locator(".changed .list-row").first().click(), after: ".diff" },
  { name: "tools", place: `${w}/tools?tool=grep`, ready: "#form-pattern", act: tryTool, after: "[data-result]" },
  { name: "policies", place: `${w}/policies`, ready: "#why-tool", act: (page) => page.getByRole("button", { name: "Explain" }).click(), after: ".stages" },
  { name: "usage", place: "/usage", ready: ".chart canvas", scheme: "dark" },
  { name: "phone", place: `${w}/s/${session}`, ready: ".diff", viewport: PHONE },
];

const browser = await launch();
const tabs = new Tabs(browser, { base, token }, new Map());
for (const it of pictures) {
  const page = await tabs.open("/#/", { viewport: it.viewport ?? { ...DESKTOP, width: 1280, height: 800 }, scheme: it.scheme });
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

async function tryTool(page) {
  await page.locator("#form-pattern").fill("total");
  await page.getByRole("button", { name: "Run" }).click();
}
