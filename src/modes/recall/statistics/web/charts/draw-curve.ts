import { axisX, axisY, dot, lineY, plot, ruleY, text } from '@observablehq/plot';

export interface CurveMark {
  readonly at: Date;
  readonly chance: number;
  /** Shown on hover. */
  readonly title: string;
  readonly look: 'recalled' | 'forgotten' | 'not-counted';
}

export interface CurveLine {
  readonly look: 'main' | 'ahead' | 'aside';
  readonly points: readonly { readonly at: Date; readonly chance: number }[];
  /** Drawn at the end of the line. */
  readonly label?: string;
}

export interface Curve {
  readonly lines: readonly CurveLine[];
  readonly marks: readonly CurveMark[];
  readonly desiredRetention: number;
  readonly now: { readonly at: Date; readonly chance: number; readonly label: string };
  readonly xLabel: (at: Date) => string;
}

const HEIGHT = 210;
const MARGIN = { top: 12, bottom: 24, left: 38 };

const STROKES = {
  main: { stroke: 'var(--mark)', strokeWidth: 2.5 },
  ahead: { stroke: 'var(--mark)', strokeWidth: 2, strokeDasharray: '2 5', strokeLinecap: 'round' },
  aside: { stroke: 'var(--mark-rest)', strokeWidth: 1.5 },
} as const;

/** Draws how the chance of recall falls and rises, with a mark for each review and a line at the desired retention. */
export function drawCurve({ lines, marks, desiredRetention, now, xLabel }: Curve, width: number): Element {
  const all = lines.flatMap(({ points }) => points);
  const times = all.map(({ at }) => at.getTime());
  const domain = [new Date(Math.min(...times)), new Date(Math.max(...times))] as const;
  const lowest = Math.min(desiredRetention, ...all.map(({ chance }) => chance), ...marks.map(({ chance }) => chance));
  // The axis starts at a tick.
  const step = lowest - 0.02 < 0.5 ? 0.25 : 0.1;
  const from = Math.max(0, Math.floor((lowest - 0.02) / step) * step);
  const isNarrow = width < 420;
  const isLate = now.at.getTime() - domain[0].getTime() > (domain[1].getTime() - domain[0].getTime()) * 0.7;
  const marginRight = isNarrow ? 12 : 80;
  const place = freePlace(lines, {
    desiredRetention,
    xOf: (at) =>
      ((at.getTime() - domain[0].getTime()) / Math.max(1, domain[1].getTime() - domain[0].getTime())) *
      (width - MARGIN.left - marginRight),
    yOf: (chance) => ((1 - chance) / (1 - from)) * (HEIGHT - MARGIN.top - MARGIN.bottom),
    width: width - MARGIN.left - marginRight,
    now: { ...now, isLate },
  });
  return plot({
    width,
    height: HEIGHT,
    marginLeft: MARGIN.left,
    marginRight,
    marginTop: MARGIN.top,
    marginBottom: MARGIN.bottom,
    x: { type: 'time', domain },
    y: { domain: [from, 1] },
    marks: [
      axisY({
        ticks: step === 0.25 ? [0, 0.25, 0.5, 0.75, 1].filter((tick) => tick >= from) : 4,
        tickSize: 0,
        tickFormat: '.0%',
        label: null,
      }),
      axisX({ ticks: isNarrow ? 3 : 6, tickSize: 0, tickFormat: xLabel, label: null }),
      ruleY([from], { stroke: 'var(--line)' }),
      ruleY([desiredRetention], { stroke: 'var(--line-strong)', strokeDasharray: '3 4' }),
      ...lines.map(({ points, look }) => lineY(points, { x: 'at', y: 'chance', ...STROKES[look] })),
      text([desiredRetention], {
        x: () => domain[place.side === 'start' ? 0 : 1],
        y: (value: number) => value,
        text: (value: number) => `${Math.round(value * 100)}% desired`,
        textAnchor: place.side,
        dx: place.side === 'start' ? LABEL.inset : -LABEL.inset,
        dy: place.isBelow ? LABEL.away : -LABEL.away,
        fill: 'var(--ink-faint)',
        stroke: 'var(--mark-ground)',
        strokeWidth: 5,
      }),
      ...(isNarrow ? [] : lines.flatMap(endLabel)),
      dot(marks, {
        x: 'at',
        y: 'chance',
        r: ({ look }: CurveMark) => (look === 'not-counted' ? 2.5 : 3.5),
        symbol: ({ look }: CurveMark) => (look === 'forgotten' ? 'diamond' : 'circle'),
        fill: ({ look }: CurveMark) => (look === 'recalled' ? 'var(--mark)' : 'var(--mark-ground)'),
        stroke: ({ look }: CurveMark) => (look === 'forgotten' ? 'var(--mark-waits)' : 'var(--mark)'),
        strokeWidth: 1.75,
        title: 'title',
      }),
      dot([now], { x: 'at', y: 'chance', r: 5, fill: 'var(--mark)', stroke: 'var(--mark-ground)', strokeWidth: 2 }),
      text([now], {
        x: 'at',
        y: 'chance',
        text: 'label',
        textAnchor: isLate ? 'end' : 'start',
        dx: isLate ? -9 : 9,
        dy: -10,
        fontSize: 12,
        fontWeight: 600,
        fill: 'var(--ink)',
        stroke: 'var(--mark-ground)',
        strokeWidth: 4,
      }),
    ],
    color: { type: 'identity' },
    symbol: { type: 'identity' },
    r: { type: 'identity' },
  });
}

function endLabel({ points, label }: CurveLine) {
  const last = points.at(-1);
  if (label === undefined || !last) return [];
  return [
    text([last], {
      x: 'at',
      y: 'chance',
      text: () => label,
      textAnchor: 'start',
      dx: 6,
      fill: 'var(--ink-faint)',
    }),
  ];
}

/** Size and offsets of the label of the desired retention, in pixels. */
const LABEL = { width: 84, height: 14, inset: 4, away: 9 };
/** The same of the label of the present. */
const NOW = { width: 80, height: 16, away: 10 };

interface Place {
  readonly side: 'start' | 'end';
  readonly isBelow: boolean;
}
const PLACES: readonly Place[] = [
  { side: 'start', isBelow: true },
  { side: 'end', isBelow: false },
  { side: 'start', isBelow: false },
  { side: 'end', isBelow: true },
];

interface Plane {
  readonly desiredRetention: number;
  readonly xOf: (at: Date) => number;
  readonly yOf: (chance: number) => number;
  readonly width: number;
  readonly now: Curve['now'] & { readonly isLate: boolean };
}

/** The place where the fewest lines cross the label of the desired retention. */
function freePlace(lines: readonly CurveLine[], plane: Plane): Place {
  const crossed = PLACES.map((place) => {
    const left = place.side === 'start' ? LABEL.inset : plane.width - LABEL.inset - LABEL.width;
    const middle = plane.yOf(plane.desiredRetention) + (place.isBelow ? LABEL.away : -LABEL.away);
    const box = { left, right: left + LABEL.width, top: middle - LABEL.height / 2, bottom: middle + LABEL.height / 2 };
    return { place, crossings: crossingsOf(lines, box, plane) };
  });
  const fewest = Math.min(...crossed.map(({ crossings }) => crossings));
  return crossed.find(({ crossings }) => crossings === fewest)?.place ?? { side: 'start', isBelow: true };
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The number of pixels of the lines, and of the label of the present, in a box. */
function crossingsOf(lines: readonly CurveLine[], box: Box, { xOf, yOf, now }: Plane): number {
  let crossings = 0;
  for (const { points } of lines)
    for (const [index, end] of points.entries()) {
      const begin = points[index - 1];
      if (!begin) continue;
      const [x1, x2, y1, y2] = [xOf(begin.at), xOf(end.at), yOf(begin.chance), yOf(end.chance)];
      const steps = Math.max(1, Math.ceil(Math.max(Math.abs(x2 - x1), Math.abs(y2 - y1))));
      for (let step = 0; step <= steps; step += 1) {
        const x = x1 + ((x2 - x1) * step) / steps;
        const y = y1 + ((y2 - y1) * step) / steps;
        if (x >= box.left && x <= box.right && y >= box.top && y <= box.bottom) crossings += 1;
      }
    }
  const left = xOf(now.at) - (now.isLate ? NOW.width : 0);
  const middle = yOf(now.chance) - NOW.away;
  const isApart =
    left > box.right ||
    left + NOW.width < box.left ||
    middle - NOW.height / 2 > box.bottom ||
    middle + NOW.height / 2 < box.top;
  return isApart ? crossings : crossings + NOW.width;
}
