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
        x: () => domain[0],
        y: (value: number) => value,
        text: (value: number) => `${Math.round(value * 100)}% desired`,
        textAnchor: 'start',
        dx: 4,
        dy: 9,
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
