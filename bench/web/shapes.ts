/** The shapes of the points on the lines: they tell lines apart where colours do not. */
import type uPlot from 'uplot';

/** As the list of the lines shows them, in the same order. */
export const symbols = ['●', '■', '▲', '◆', '▼', '✚'];

type Corners = readonly (readonly [x: number, y: number])[];

/** On a square from -1 to 1. The first shape is a circle. */
const outlines: readonly (Corners | undefined)[] = [
  undefined,
  [
    [-0.85, -0.85],
    [0.85, -0.85],
    [0.85, 0.85],
    [-0.85, 0.85],
  ],
  [
    [0, -1.1],
    [1.05, 0.8],
    [-1.05, 0.8],
  ],
  [
    [0, -1.2],
    [1.2, 0],
    [0, 1.2],
    [-1.2, 0],
  ],
  [
    [0, 1.1],
    [1.05, -0.8],
    [-1.05, -0.8],
  ],
  [
    ...([
      [-0.35, -1.1],
      [0.35, -1.1],
      [0.35, -0.35],
      [1.1, -0.35],
    ] as const),
    ...([
      [1.1, 0.35],
      [0.35, 0.35],
      [0.35, 1.1],
      [-0.35, 1.1],
    ] as const),
    ...([
      [-0.35, 0.35],
      [-1.1, 0.35],
      [-1.1, -0.35],
      [-0.35, -0.35],
    ] as const),
  ],
];

/** In its pixels, not in those of the page. */
const onCanvas = true;

/** Draws the points of the `number`th line. */
export function shapeOf(number: number): uPlot.Series.Points.PathBuilder {
  const outline = outlines[number % outlines.length];
  return (plot, series, first, last) => {
    const path = new Path2D();
    const { size = 9 } = plot.series[series]?.points ?? {};
    const radius = (size / 2) * devicePixelRatio;
    for (let i = first; i <= last; i++) {
      const [value, length] = [plot.data[series]?.[i], plot.data[0][i]];
      if (value === null || value === undefined || length === undefined) continue;
      const x = plot.valToPos(length, 'x', onCanvas);
      const y = plot.valToPos(value, 'y', onCanvas);
      if (outline)
        draw(
          path,
          outline.map(([dx, dy]) => [x + dx * radius, y + dy * radius]),
        );
      else {
        path.moveTo(x + radius, y);
        path.arc(x, y, radius, 0, 2 * Math.PI);
      }
    }
    return { stroke: path, fill: path };
  };
}

function draw(path: Path2D, corners: Corners): void {
  for (const [i, [x, y]] of corners.entries())
    if (i === 0) path.moveTo(x, y);
    else path.lineTo(x, y);
  path.closePath();
}
