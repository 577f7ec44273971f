// The parts of the console on their own, in a real browser: the page has the modules and the policy of the console,
// but shows nothing by itself.

import assert from "node:assert/strict";
import { HOSTILE } from "./hostile.mjs";
import { until } from "./tabs.mjs";

const MORE = [
  "<ScRiPt\n>window.__pwned=1</sCrIpT\t>", "<img/src='x'/onerror=window.__pwned=2>", "<svg><animate onbegin=window.__pwned=3 attributeName=x dur=1s>",
  "<svg><a xlink:href='javascript:window.__pwned=4'><text y=20>x</text></a></svg>", "[x](JaVaScRiPt:window.__pwned=5)", "[x](&#106;avascript:window.__pwned=6)",
  "[x](java\tscript:window.__pwned=7)", "[x](\u0001javascript:window.__pwned=8)", "<javascript:window.__pwned=9>", "[x]: javascript:window.__pwned=10\n\n[x]",
  "[x](vbscript:msgbox) [y](file:///etc/passwd) [z](blob:https://x/y) [relative](../../logout)", "![x](javascript:window.__pwned=11)", "![x](data:image/svg+xml,<svg onload=window.__pwned=12>)",
  "`<img src=x onerror=window.__pwned=13>`", "```html\n<img src=x onerror=window.__pwned=14>\n```", "```\"onmouseover=\"window.__pwned=15\nx\n```", "| a |\n|---|\n| <img src=x onerror=window.__pwned=16> |",
  "<noscript><p title=\"</noscript><img src=x onerror=window.__pwned=17>\">", "<template><script>window.__pwned=18</script></template>", "<xmp><img src=x onerror=window.__pwned=19></xmp>",
  "<form id=f><input name=attributes><input name=parentNode></form>", "<a id=deft-console name=app>clobber</a>", "<p style='position:fixed;inset:0;background:red'>over all</p>",
  "<input type=image src=x onerror=window.__pwned=20>", "- [x] <input autofocus onfocus=window.__pwned=21>", "<video><source onerror=window.__pwned=22></video>", "<object data=javascript:window.__pwned=23>",
  "<div class='toast tray dialog'>looks like ours</div>", "[looks safe](https://example.org/\u202egnp.js)", "<https://example.org/?q=<script>window.__pwned=24</script>>", "\u0000<b\u0000>x", "<!--><img src=x onerror=window.__pwned=25>-->",
  "<![CDATA[<img src=x onerror=window.__pwned=26>]]>", "&lt;img src=x onerror=window.__pwned=27&gt;", "[x](https://a'onclick='window.__pwned=28)", "[x](https://a \"title' onclick='window.__pwned=29\")",
];

/** Opens the page and gives the address of the modules. */
async function blank(tabs, options = {}) {
  const page = await tabs.open("/", { ...options, token: "" });
  const assets = await page.locator("link[href$='tokens.css']").getAttribute("href");
  return { page, assets: assets.replace("/styles/tokens.css", "") };
}

/** Nothing of a hostile text becomes an element that it should not become, and nothing of it is lost from sight. */
export async function markdown(tabs) {
  const { page, assets } = await blank(tabs);
  const texts = [...HOSTILE, ...MORE, [...HOSTILE, ...MORE].join("\n\n")];
  const findings = await page.evaluate(async ([base, all]) => {
    await import(`${base}/ui/markdown.js`);
    const allowed = new Set(["P", "BR", "HR", "H1", "H2", "H3", "H4", "H5", "H6", "STRONG", "EM", "DEL", "CODE", "PRE", "BLOCKQUOTE", "UL", "OL", "LI", "INPUT", "TABLE", "THEAD", "TBODY", "TR", "TH", "TD", "A", "SPAN"]);
    const found = [];
    for (const text of all) {
      const element = document.createElement("deft-markdown");
      element.text = text;
      document.body.append(element);
      await element.updateComplete;
      for (const it of element.querySelectorAll("*")) {
        const names = it.getAttributeNames();
        const href = it.getAttribute("href");
        if (!allowed.has(it.tagName)) found.push(`${it.tagName} of ${text}`);
        if (names.some((name) => /^(on|style|id|name|src|srcdoc|action|formaction|xlink)/.test(name))) found.push(`${names} of ${text}`);
        if (href !== null && !/^(https?:\/\/|mailto:)/i.test(href)) found.push(`${href} of ${text}`);
        if (href !== null && (it.rel !== "noopener noreferrer nofollow" || it.target !== "_blank")) found.push(`a link without rel of ${text}`);
        if (it.tagName === "INPUT" && (it.type !== "checkbox" || !it.disabled)) found.push(`an input of ${text}`);
        if (/toast|tray|dialog/.test(it.className)) found.push(`${it.className} of ${text}`);
      }
      for (const it of element.querySelectorAll("a, input, summary")) {
        it.dispatchEvent(new Event("focus"));
        it.dispatchEvent(new MouseEvent("mouseover", { bubbles: true }));
      }
      if (/^<(script|img|svg|style|form|iframe|div|p )/i.test(text) && !element.textContent.includes(text.slice(0, 12))) found.push(`lost: ${text} is shown as ${element.textContent.slice(0, 80)}`);
    }
    return found;
  }, [assets, texts]);
  assert.deepEqual(findings, []);
  const shown = await page.evaluate(async (base) => {
    const { renderMarkdown } = await import(`${base}/ui/markdown.js`);
    const box = document.createElement("div");
    box.append(renderMarkdown("# One\n\n**bold** `code` [link](https://example.org/a)\n\n- [x] done\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n~~gone~~"));
    return [box.querySelector("h1").textContent, box.querySelector("strong").textContent, box.querySelector("a").href, box.querySelectorAll("td").length, box.querySelector("input").checked, box.querySelector("del").textContent];
  }, assets);
  assert.deepEqual(shown, ["One", "bold", "https://example.org/a", 2, true, "gone"]);
}

/** Characters that deceive are shown by their names wherever somebody decides by what they read. */
export async function deceptive(tabs) {
  const { page, assets } = await blank(tabs);
  const shown = await page.evaluate(async (base) => {
    const { plain, spelled } = await import(`${base}/ui/text.js`);
    const { render } = await import("lit");
    const box = document.createElement("div");
    render(plain("safe\u202Egpj.exe zero\u200Bwidth \u0007 tag\u{E0041} lone\uD800 ok\r\nline\rover 👩‍💻 ❤️ é"), box);
    return [box.textContent, spelled("a\u202Eb"), box.querySelectorAll("bdi").length];
  }, assets);
  assert.deepEqual(shown, ["safeRLOgpj.exe zeroZWSPwidth U+0007 tagU+E0041 loneU+D800 ok\r\nlineCRover 👩‍💻 ❤️ é", "a⟨RLO⟩b", 1]);
}

/** A card that has just appeared takes no answer; later it sends what its reader sees. */
export async function request(tabs) {
  const { page, assets } = await blank(tabs);
  const sent = [];
  page.on("request", (it) => it.method() === "POST" && sent.push({ path: new URL(it.url()).pathname, body: it.postDataJSON(), headers: it.headers() }));
  await page.evaluate(async (base) => {
    const { app } = await import(`${base}/app/app.js`);
    await import(`${base}/session/request-card.js`);
    app.data.info = { name: "deft", version: "1", principal: { name: "Ada", scopes: ["look", "approve"] } };
    const given = { id: "r/1", kind: "approval", workspace: "w", session: "s", call_id: "c", asked_at: "2026-01-02T03:04:05Z", tool: "ba\u202Esh", args: { command: "rm \u200B-rf <b>x</b>" }, reasons: ["<img src=x onerror=window.__pwned=1>"], rules: ["allow bash rm *"] };
    const card = document.createElement("deft-request");
    app.data.opened(given);
    document.body.append(card);
    card.request = given;
    await card.updateComplete;
    card.querySelector(".answers .primary").click();
    card.answerByKey("once");
    card.answerByKey("session");
  }, assets);
  assert.match(await page.locator("deft-request").innerText(), /baRLOsh[\s\S]*<img src=x[\s\S]*rm ZWSP-rf <b>x<\/b>/);
  await until("the guard is over", () => page.locator("deft-request .answers .primary:not([disabled])").count());
  assert.deepEqual(sent, [], "a key or click from before the card answered it");
  await page.getByLabel("Rule 1").fill("allow bash rm -rf x");
  await page.getByRole("button", { name: "For the session" }).click();
  await page.getByText("Answered by").waitFor();
  assert.equal(sent.length, 1);
  assert.deepEqual([sent[0].path, sent[0].body], ["/v1/workspaces/w/sessions/s/requests/r%2F1/answer", { answer: "session", rules: ["allow bash rm -rf x"] }]);
  assert.equal(sent[0].headers["x-deft-request"], "1");
  assert.match(sent[0].headers["idempotency-key"], /^[0-9a-f]{32}$/);
}

/** Ten thousand rows: few in the page, and what is looked at stays in its place. */
export async function list(tabs) {
  const { page, assets } = await blank(tabs);
  await page.evaluate(async (base) => {
    await import(`${base}/session/virtual-list.js`);
    const { html } = await import("lit");
    const element = document.createElement("deft-virtual-list");
    document.body.replaceChildren(element);
    document.body.style.display = "flex";
    document.body.style.height = "700px";
    element.row = (it) => html`<article class="entry"><div .style=${`height:${30 + (it.number * 37) % 170}px`}>Row ${it.number}</div></article>`;
    window.rowsFrom = (from, to) => Array.from({ length: to - from }, (_, i) => ({ key: `r${from + i}`, number: from + i }));
    element.rows = window.rowsFrom(5000, 10_000);
  }, assets);
  const state = () => page.evaluate(() => {
    const it = document.querySelector("deft-virtual-list");
    const box = it.getBoundingClientRect();
    const first = Array.from(it.querySelectorAll(".vrow")).find((row) => row.getBoundingClientRect().bottom > box.top + 1);
    return { drawn: it.querySelectorAll(".vrow").length, first: first?.dataset.key, at: Math.round(first?.getBoundingClientRect().top ?? 0), last: it.querySelector(".vrow:last-of-type")?.dataset.key, gap: Math.round(it.scrollHeight - it.clientHeight - it.scrollTop), following: it.following };
  });
  const still = async () => {
    let before;
    await until("the list is still", async () => {
      const now = JSON.stringify(await state());
      const same = now === before;
      before = now;
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      return same;
    });
    return state();
  };
  const begun = await still();
  assert.ok(begun.drawn < 60 && begun.following && begun.gap <= 1, JSON.stringify(begun));
  await page.getByText("Row 9999", { exact: true }).waitFor();

  await page.evaluate(() => { document.querySelector("deft-virtual-list").rows = window.rowsFrom(5000, 10_050); });
  await page.getByText("Row 10049", { exact: true }).waitFor();
  assert.ok((await still()).gap <= 1, "the list follows");

  await page.evaluate(() => { document.querySelector("deft-virtual-list").scrollTop -= 20_000; });
  await until("following ends", async () => !(await state()).following);
  const looked = await still();
  await page.evaluate(() => { document.querySelector("deft-virtual-list").rows = window.rowsFrom(0, 10_060); });
  const later = await still();
  assert.equal(later.first, looked.first);
  assert.ok(Math.abs(later.at - looked.at) <= 2, `${looked.first} went from ${looked.at} to ${later.at}`);
  assert.ok(later.drawn < 60 && !later.following);

  for (let round = 0; round < 40 && (await state()).first !== "r0"; round++) {
    await page.evaluate(() => { document.querySelector("deft-virtual-list").scrollTop = 0; });
    await still();
  }
  await page.getByText("Row 0", { exact: true }).waitFor();
  await page.evaluate(() => document.querySelector("deft-virtual-list").toEnd());
  await page.getByText("Row 10059", { exact: true }).waitFor();
  assert.ok((await still()).gap <= 1);
}

/** Five megabytes on one line, and code that is no code. */
export async function code(tabs) {
  const { page, assets } = await blank(tabs);
  const lengths = await page.evaluate(async (base) => {
    await import(`${base}/ui/code.js`);
    await import(`${base}/ui/diff.js`);
    const shown = [];
    for (const [tag, text, more] of [
      ["deft-code", "x".repeat(5_000_000), {}],
      ["deft-code", "\u001b[31m".repeat(300_000), { ansi: true }],
      ["deft-code", "line\n".repeat(500_000), { wrap: true }],
      ["deft-diff", `--- a/x\n+++ b/x\n@@ -1 +1 @@\n-${"a".repeat(2_000_000)}\n+${"b".repeat(2_000_000)}\n`, {}],
      ["deft-diff", `--- a/x\n+++ b/x\n@@ -1,50000 +1,50000 @@\n${" same\n".repeat(50_000)}`, {}],
      ["deft-code", "<img src=x onerror=window.__pwned=1>".repeat(50), { language: "xml" }],
    ]) {
      const element = document.createElement(tag);
      Object.assign(element, { text, ...more });
      document.body.append(element);
      await element.updateComplete;
      shown.push(element.textContent.length);
    }
    return shown;
  }, assets);
  assert.ok(lengths.every((it) => it < 60_000), `${lengths} characters are in the page`);
  await page.locator("deft-code").last().locator(".hljs-tag, .hljs-name").first().waitFor();
  assert.equal(await page.locator("deft-code img").count(), 0);
}
