/** MB/s over the length of a message: plain SVG, both scales logarithmic. The bars above are the list of its lines. */
import { type Bar, type Choice, chosenFigure } from './comparison.js';
import { type Results, sizeText } from './results.js';

const symbols = ['●', '■', '▲', '◆', '▼', '✚', '★', '✖', '◐', '○', '□', '△'];
const colours = [
  ...['light-dark(#3451b2, #8fa2ff)', 'light-dark(#b54708, #f2955a)', 'light-dark(#1a7f4b, #4cc38a)'],
  ...['light-dark(#8339d4, #b998ff)', 'light-dark(#5b6470, #a3adbb)', 'light-dark(#c2186b, #f57bb5)'],
  ...['light-dark(#806500, #d6b84a)', 'light-dark(#007a8c, #3fc6d8)'],
];
const box = { width: 720, height: 400, left: 80, right: 40, top: 14, bottom: 36 };

/** Stays that of a row while the order of the bars changes. */
export function symbolOf({ rows }: Results, { row }: Bar): { symbol: string; color: string } {
  const number = rows.filter(({ workload }) => workload === row.workload).indexOf(row);
  return { symbol: symbols[number % symbols.length]!, color: colours[number % colours.length]! };
}

/** Powers of ten from below the least to above the most. */
function marksOf(speeds: readonly number[]): number[] {
  const [low, high] = [Math.floor(Math.log10(Math.min(...speeds))), Math.ceil(Math.log10(Math.max(...speeds)))];
  return Array.from({ length: Math.max(2, high - low + 1) }, (_, i) => Number(`1e${low + i}`));
}

export function Chart({ results, choice, bars }: { results: Results; choice: Choice; bars: readonly Bar[] }) {
  const lines = bars.map((bar) => ({
    ...bar,
    ...symbolOf(results, bar),
    points: results.sizes.flatMap((size) => {
      const speed = chosenFigure(results, bar.row, { ...choice, size })?.median;
      return speed ? [{ size, speed }] : [];
    }),
  }));
  const marks = marksOf(lines.flatMap(({ points }) => points.map(({ speed }) => speed)));
  const scale = (values: readonly number[], from: number, to: number) => (value: number) => {
    const [low, high] = [Math.log(values[0]!), Math.log(values.at(-1)!)];
    return from + (high > low ? (Math.log(value) - low) / (high - low) : 0.5) * (to - from);
  };
  const x = scale(results.sizes, box.left + 24, box.width - box.right);
  const y = scale(marks, box.height - box.bottom, box.top);
  const centred = { 'text-anchor': 'middle', 'dominant-baseline': 'central' } as const;
  return (
    <svg id="chart" viewBox={`0 0 ${box.width} ${box.height}`} role="img">
      <title>MB/s by length of message; the table below has all figures.</title>
      {marks.map((mark) => (
        <g key={mark}>
          <line x1={box.left} x2={box.width} y1={y(mark)} y2={y(mark)} />
          <text {...centred} x={box.left / 2} y={y(mark)}>
            {mark}
          </text>
        </g>
      ))}
      {results.sizes.map((size) => (
        <text {...centred} key={size} x={x(size)} y={box.height - 12}>
          {sizeText(size)}
        </text>
      ))}
      {lines.map(({ label, isOurs, symbol, color, points }) => (
        <g key={label} style={{ color }} class={isOurs ? 'ours' : ''}>
          <polyline points={points.map(({ size, speed }) => `${x(size)},${y(speed)}`).join(' ')} />
          {points.map(({ size, speed }) => (
            <text {...centred} key={size} x={x(size)} y={y(speed)}>
              {symbol}
            </text>
          ))}
        </g>
      ))}
    </svg>
  );
}
