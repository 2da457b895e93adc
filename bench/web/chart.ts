/** The chart: MB/s over the length of a message, and the list of its lines, which are switched there. */
import uPlot from 'uplot';
import { type Results, sizeText } from './results.js';
import { shapeOf, symbols } from './shapes.js';
import type { Line, View } from './views.js';

/** So many lines are shown at first; more would be hard to tell apart. */
const shownFirst = 6;

const dashes = { one: [], many: [7, 4], peer: [2, 3] };

export class Chart {
  readonly #place: HTMLElement;
  readonly #list: HTMLElement;
  readonly #results: Results;
  readonly #lines: readonly Line[];
  readonly #onSize: (index: number) => void;
  readonly #outputs: HTMLOutputElement[];
  #plot: uPlot;
  #size = 0;
  readonly #resized = new ResizeObserver(() => this.#plot.setSize(this.#room()));
  readonly #schemes = ['(prefers-color-scheme: dark)', '(forced-colors: active)'].map((query) => matchMedia(query));
  readonly #redraw = () => {
    this.#plot.destroy();
    this.#plot = this.#draw();
  };

  /** Calls `onSize` with the index of the size that the pointer is at. */
  constructor(place: HTMLElement, list: HTMLElement, results: Results, { lines }: View, onSize: (i: number) => void) {
    this.#place = place;
    this.#list = list;
    this.#results = results;
    this.#lines = lines;
    this.#onSize = onSize;
    this.#outputs = lines.map((line, i) => this.#addToList(line, i));
    this.#plot = this.#draw();
    this.#resized.observe(place);
    for (const scheme of this.#schemes) scheme.addEventListener('change', this.#redraw);
  }

  /** Draws the results as they are now. */
  update(): void {
    this.#plot.setData(this.#data());
    this.showFiguresAt(this.#size);
  }

  /** Writes the figures of a size beside the lines. */
  showFiguresAt(size: number): void {
    this.#size = size;
    for (const [i, { row }] of this.#lines.entries())
      this.#outputs[i]!.textContent = row.figures[size]?.toString() ?? '–';
  }

  destroy(): void {
    this.#resized.disconnect();
    for (const scheme of this.#schemes) scheme.removeEventListener('change', this.#redraw);
    this.#plot.destroy();
    for (const label of Array.from(this.#list.querySelectorAll('label'))) label.remove();
  }

  #addToList({ label, colour, kind }: Line, index: number): HTMLOutputElement {
    const switching = document.createElement('input');
    switching.type = 'checkbox';
    switching.checked = index < shownFirst;
    switching.addEventListener('change', () => this.#plot.setSeries(index + 1, { show: switching.checked }));
    const swatch = document.createElement('span');
    swatch.className = `swatch colour-${colour} ${kind}`;
    swatch.dataset.symbol = symbols[index % symbols.length];
    const text = document.createElement('span');
    text.textContent = label;
    const output = document.createElement('output');
    const element = document.createElement('label');
    element.append(switching, swatch, text, output);
    this.#list.append(element);
    return output;
  }

  #draw(): uPlot {
    const style = getComputedStyle(document.documentElement);
    const colour = (name: string) => style.getPropertyValue(`--${name}`);
    const shown = Array.from(this.#list.querySelectorAll('input'), ({ checked }) => checked);
    const axis: uPlot.Axis = {
      stroke: colour('text'),
      font: `12px ${style.fontFamily}`,
      grid: { stroke: colour('rule'), width: 1 },
      ticks: { stroke: colour('rule'), width: 1 },
    };
    const { sizes } = this.#results;
    return new uPlot(
      {
        ...this.#room(),
        padding: [12, 18, 0, 0],
        scales: {
          // Room at both sides, so that points at the ends stand free.
          x: { time: false, distr: 3, log: 2, range: (_, least, most) => [least / 1.3, most * 1.3] },
          y: { distr: 3, log: 10, range: (_, least, most) => yRange(least, most) },
        },
        axes: [
          {
            ...axis,
            size: 34,
            splits: [...sizes],
            filter: (_, splits) => splits,
            values: (_, splits) => splits.map(sizeText),
          },
          {
            ...axis,
            size: 52,
            filter: (_, splits) => splits.map(roundOrNone),
            grid: { ...axis.grid, filter: (_, splits) => splits.map(roundOrNone) },
            ticks: { ...axis.ticks, filter: (_, splits) => splits.map(roundOrNone) },
            values: (_, splits) => splits.map((split) => split?.toString() ?? ''),
          },
        ],
        series: [
          {},
          ...this.#lines.map(({ label, colour: number, kind }, i) => ({
            label,
            show: shown[i] ?? true,
            stroke: colour(`colour-${number}`),
            width: kind === 'peer' ? 1.5 : 2,
            dash: dashes[kind],
            spanGaps: true,
            points: {
              show: true,
              size: 9,
              width: 2,
              fill: kind === 'one' ? colour(`colour-${number}`) : colour('surface'),
              paths: shapeOf(i),
            },
          })),
        ],
        legend: { show: false },
        cursor: {
          drag: { x: false, y: false },
          y: false,
          dataIdx: (_, __, ___, x) => nearest(sizes, x),
        },
        hooks: {
          setCursor: [
            ({ cursor }) => {
              if (cursor.idx !== null && cursor.idx !== undefined && (cursor.left ?? -1) >= 0) this.#onSize(cursor.idx);
            },
          ],
        },
      },
      this.#data(),
      this.#place,
    );
  }

  #data(): uPlot.AlignedData {
    return [
      [...this.#results.sizes],
      ...this.#lines.map(({ row }) => row.figures.map((figure) => figure ?? null)),
    ] as uPlot.AlignedData;
  }

  #room(): { width: number; height: number } {
    const width = this.#place.clientWidth;
    return { width, height: Math.round(Math.min(460, Math.max(300, 0.6 * width))) };
  }
}

/** The index of the size that is nearest on the logarithmic scale. */
function nearest(sizes: readonly number[], x: number): number {
  const distances = sizes.map((size) => Math.abs(Math.log(size / x)));
  return distances.indexOf(Math.min(...distances));
}

const roundSteps = [1, 2, 5, 10];

/** From a round number to a round number, also before anything is measured. */
function yRange(least: number | null, most: number | null): [number, number] {
  if (least === null || most === null || !(least > 0)) return [1, 1000];
  const scaled = (value: number) => value / 10 ** Math.floor(Math.log10(value));
  const below = roundSteps.filter((step) => step <= scaled(least)).at(-1) ?? 1;
  const above = roundSteps.find((step) => step > scaled(most)) ?? 10;
  return [(least / scaled(least)) * below, (most / scaled(most)) * above];
}

/** Of the splits of a logarithmic scale, those that are written. */
function roundOrNone(split: number): number | null {
  const rounded = Number(split.toPrecision(1));
  return /^0?\.?0*[125]0*$/.test(String(rounded)) ? rounded : null;
}
