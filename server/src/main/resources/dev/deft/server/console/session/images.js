import { html, nothing } from "lit";
import { bytes } from "../ui/format.js";
import { icon } from "../ui/icons.js";
import { plain } from "../ui/text.js";

const SHOWN = /^image\/(png|jpeg|gif|webp)$/;

/** Pictures of a message or a result. SVG is a document that could load things, so it is only named. @param {{ mime_type: string, data: string }[]} media */
export function images(media) {
  if (media.length === 0) {
    return nothing;
  }
  return html`<div class="images">${media.map((it) => SHOWN.test(it.mime_type) && /^[A-Za-z0-9+/=]+$/.test(it.data ?? "")
    ? html`<img alt="Picture" loading="lazy" src=${`data:${it.mime_type};base64,${it.data}`}>`
    : html`<span class="tag">${icon("file")}${plain(it.mime_type)} ${bytes(Math.round(((it.data ?? "").length * 3) / 4))}</span>`)}</div>`;
}
