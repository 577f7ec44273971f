// What models, tools, files and other people say is text, whatever it looks like.

import assert from "node:assert/strict";
import { nodes, until } from "./tabs.mjs";
import { show } from "./views.mjs";

/** Everything that would run, load or deceive if it were anything but text. Each sets the canary that the tabs watch. */
export const HOSTILE = [
  "<script>window.__pwned='script'</script>",
  "<img src=x onerror=\"window.__pwned='img'\">",
  "<svg onload=\"window.__pwned='svg'\"><script>window.__pwned='svg script'</script></svg>",
  "<a href=\"javascript:window.__pwned='link'\">link</a>",
  "[markdown link](javascript:window.__pwned='markdown')",
  "[data link](data:text/html,<script>window.__pwned='data'</script>)",
  "![picture](https://example.invalid/pixel.png)",
  "<iframe srcdoc=\"<script>parent.__pwned='frame'</script>\"></iframe>",
  "<style>*{display:none}</style><link rel=stylesheet href=https://example.invalid/x.css>",
  "<form action=https://example.invalid/><button autofocus onfocus=\"window.__pwned='focus'\">x</button></form>",
  "<math><mtext><table><mglyph><style><img src=x onerror=\"window.__pwned='mxss'\">",
  "${alert(1)} {{constructor.constructor('window.__pwned=1')()}}",
  "<details open ontoggle=\"window.__pwned='toggle'\">x</details>",
  "<base href=https://example.invalid/>",
  "<meta http-equiv=refresh content=\"0;url=https://example.invalid/\">",
];

/** Looks innocent, reads otherwise. */
export const DECEPTIVE = "safe\u202Egpj.exe\u202C zero\u200Bwidth \u001B[31mred\u001B[0m \u2066isolated\u2069 \u0007bell";

/** No element on the page can have come from a text. */
async function onlyOurs(page, where) {
  const foreign = await page.evaluate(() => {
    const found = [];
    for (const it of document.querySelectorAll("*")) {
      const handlers = it.getAttributeNames().filter((name) => name.startsWith("on"));
      const address = it.getAttribute("href") ?? it.getAttribute("src") ?? "";
      if (handlers.length > 0 || /^\s*(javascript|data:text)/i.test(address) || ["IFRAME", "OBJECT", "EMBED", "BASE", "MATH", "FORM"].includes(it.tagName) && address + (it.getAttribute("action") ?? "") !== ""
        || (it.tagName === "IMG" && !/^(blob:|data:image\/|\/v1\/)/.test(address)) || (it.tagName === "SCRIPT" && it.src === "" && it.type !== "importmap") || (it.tagName === "STYLE" && it.textContent.includes("display:none"))) {
        found.push(it.outerHTML.slice(0, 200));
      }
    }
    return found;
  });
  assert.deepEqual(foreign, [], where);
}

/** A session in which everything is hostile: title, messages, arguments, output, files, errors. */
export async function session(tabs, { workspace, session: id }) {
  const page = await tabs.open(`/#/w/${workspace}/s/${id}`);
  await page.getByText("window.__pwned='script'").first().waitFor();
  await page.getByText("The end of the hostile session.").first().waitFor();
  await onlyOurs(page, "session");
  for (let screen = 0; screen < 12; screen++) {
    await page.keyboard.press("PageUp");
    await page.mouse.wheel(0, -700);
    await onlyOurs(page, "session, further up");
  }
  const links = await page.locator(".md a[href]").evaluateAll((all) => all.map((it) => it.getAttribute("href")));
  assert.deepEqual(links.filter((it) => !/^(https?:|mailto:|#)/.test(it)), []);
  for (const place of ["/", "/sessions"]) {
    await show(page, { place });
    await page.getByText("window.__pwned='title'").first().waitFor();
    await onlyOurs(page, place);
  }
}

/** Files with names and content that are HTML, in the tree, in the content and in the diff. */
export async function files(tabs, { workspace, session: id, file }) {
  const page = await tabs.open(`/#/w/${workspace}/files?session=${encodeURIComponent(id)}`);
  await page.getByRole("treeitem", { name: file }).waitFor();
  await onlyOurs(page, "tree");
  await page.getByRole("treeitem", { name: file }).click();
  await page.locator("pre.source, .diff").first().waitFor();
  await page.getByText("window.__pwned='file'").first().waitFor();
  await onlyOurs(page, "content");
}

/** Refusals of the server repeat what they were given: that too is text. */
export async function problems(tabs, { workspace }) {
  const page = await tabs.open("/#/");
  tabs.forgive(page, /status of 4\d\d/);
  for (const place of [
    `/w/${workspace}/files?path=${encodeURIComponent(HOSTILE[1])}`,
    `/w/${workspace}/memory?path=${encodeURIComponent(`memory/${HOSTILE[0]}.md`)}`,
    `/w/${workspace}/tools?tool=${encodeURIComponent(HOSTILE[1])}`,
    `/w/${workspace}/s/${encodeURIComponent(HOSTILE[1])}`,
    `/w/${encodeURIComponent(HOSTILE[1])}/files`,
    `/${encodeURIComponent(HOSTILE[0])}`,
  ]) {
    await page.evaluate((it) => { location.hash = it; }, place);
    await until(`${place} has loaded`, async () => (await page.locator(".outlet [aria-busy=true]").count()) === 0);
    await onlyOurs(page, place);
  }
  await page.evaluate((it) => { location.hash = it; }, `/w/${workspace}/policies`);
  await page.getByLabel("Tool").fill(HOSTILE[1]);
  await page.getByRole("button", { name: "Explain" }).click();
  await page.locator(".why-answer .note.bad").waitFor();
  await onlyOurs(page, "why");
}

/** A line of five megabytes neither stops the page nor fills it. */
export async function longLine(tabs, { workspace, session: id }) {
  const page = await tabs.open(`/#/w/${workspace}/s/${id}`);
  await page.getByText("After the long line.").first().waitFor();
  const shown = await page.locator(".outlet").evaluate((it) => it.textContent.length);
  assert.ok(shown < 1_500_000, `${shown} characters are on the page`);
  assert.ok((await nodes(page)) < 5_000);
  const started = Date.now();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  assert.ok(Date.now() - started < 5_000, "the page draws slowly");
}
