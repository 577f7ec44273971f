import { BarController, BarElement, CategoryScale, Chart, Legend, LinearScale, Tooltip } from "chart.js";
import { html } from "lit";
import { token } from "../app/theme.js";
import { DeftElement } from "../ui/element.js";
import { compact, cost } from "../ui/format.js";

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip, Legend);

/** Stacked bars by day, in the colors of the theme. The table beside it says the same to screen readers. */
class UsageChart extends DeftElement {
  static properties = { days: { attribute: false }, series: { attribute: false }, measure: { attribute: false } };

  constructor() {
    super();
    /** @type {string[]} */
    this.days = [];
    /** @type {{ name: string, values: number[] }[]} */
    this.series = [];
    this.measure = "tokens";
    /** @type {Chart | undefined} */
    this.chart = undefined;
    this.themed = () => this.#draw();
  }

  connectedCallback() {
    super.connectedCallback();
    window.addEventListener("deft-theme", this.themed);
  }

  disconnectedCallback() {
    window.removeEventListener("deft-theme", this.themed);
    this.chart?.destroy();
    this.chart = undefined;
    super.disconnectedCallback();
  }

  updated() {
    this.#draw();
  }

  #draw() {
    const canvas = this.querySelector("canvas");
    if (!canvas || !this.isConnected) {
      return;
    }
    this.chart?.destroy();
    const ink = token("--ink-3");
    const font = { family: token("--font"), size: 11 };
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const shown = (/** @type {number} */ it) => (this.measure === "cost" ? cost(it) : compact(it));
    this.chart = new Chart(canvas, {
      type: "bar",
      data: {
        labels: this.days.map(dayName),
        datasets: this.series.map((it, at) => ({
          label: it.name, data: it.values, backgroundColor: token(`--series-${(at % 6) + 1}`), borderRadius: 2, maxBarThickness: 34, stack: "all",
        })),
      },
      options: {
        responsive: true,
        maintainAspectRatio: false,
        animation: still ? false : { duration: 250 },
        interaction: { mode: "index", intersect: false },
        plugins: {
          legend: { position: "bottom", align: "start", labels: { color: token("--ink-2"), font, boxWidth: 10, boxHeight: 10, useBorderRadius: true, borderRadius: 3 } },
          tooltip: {
            backgroundColor: token("--raised"), titleColor: token("--ink"), bodyColor: token("--ink-2"), borderColor: token("--border"), borderWidth: 1, padding: 10, boxPadding: 4, titleFont: font, bodyFont: font,
            filter: (it) => Number(it.raw) > 0,
            callbacks: { label: (it) => ` ${it.dataset.label}: ${shown(Number(it.raw))}` },
          },
        },
        scales: {
          x: { stacked: true, grid: { display: false }, border: { color: token("--border") }, ticks: { color: ink, font, maxRotation: 0, autoSkipPadding: 14 } },
          y: { stacked: true, beginAtZero: true, border: { display: false }, grid: { color: token("--border") }, ticks: { color: ink, font, maxTicksLimit: 6, callback: (it) => shown(Number(it)) } },
        },
      },
    });
  }

  render() {
    return html`<div class="chart"><canvas role="img" aria-label="Bars by day; the table below has the same numbers"></canvas></div>`;
  }
}

/** @param {string} day */
function dayName(day) {
  return new Date(`${day}T12:00:00Z`).toLocaleDateString("en-US", { month: "short", day: "numeric", timeZone: "UTC" });
}

customElements.define("deft-usage-chart", UsageChart);
