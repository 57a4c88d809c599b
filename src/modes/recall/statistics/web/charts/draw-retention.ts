import { axisX, axisY, dot, gridY, lineY, plot, ruleX } from '@observablehq/plot';

export interface RetentionMark {
  /** The first of the month. */
  readonly month: Date;
  readonly share: number;
  readonly low: number;
  readonly high: number;
  readonly desired: number;
  /** The month has so few reviews that its share is uncertain. */
  readonly isFaint: boolean;
  readonly title: string;
}

const RETENTION_HEIGHT = 220;
const MONTH_MS = 30.44 * 86_400_000;

/** Draws a dot for each month's share with its confidence interval, and a line at the desired retention. */
export function drawRetention(marks: readonly RetentionMark[], width: number): Element {
  const lows = marks.filter(({ isFaint }) => !isFaint).flatMap(({ low, desired }) => [low, desired]);
  const shares = marks.flatMap(({ share, desired }) => [share, desired]);
  const from = Math.max(0, Math.floor((Math.min(...lows, ...shares) - 0.02) * 20) / 20);
  const first = marks[0]?.month ?? new Date(0);
  const last = marks.at(-1)?.month ?? first;
  return plot({
    width,
    height: RETENTION_HEIGHT,
    marginLeft: 38,
    marginRight: 10,
    marginTop: 10,
    marginBottom: 24,
    x: {
      type: 'utc',
      domain: [new Date(first.getTime() - MONTH_MS / 2), new Date(last.getTime() + MONTH_MS / 2)],
    },
    y: { domain: [from, 1], clamp: true },
    marks: [
      gridY({ ticks: 4, stroke: 'var(--line)', strokeOpacity: 1 }),
      axisY({ ticks: 4, tickSize: 0, tickFormat: '.0%', label: null }),
      axisX({ ticks: width < 420 ? 3 : 7, tickSize: 0, label: null }),
      lineY(marks, {
        x: 'month',
        y: 'desired',
        stroke: 'var(--ink-faint)',
        strokeDasharray: '3 4',
      }),
      ruleX(marks, {
        x: 'month',
        y1: 'low',
        y2: 'high',
        stroke: 'var(--mark)',
        strokeOpacity: ({ isFaint }: RetentionMark) => (isFaint ? 0.18 : 0.4),
        strokeWidth: 1.5,
      }),
      dot(marks, {
        x: 'month',
        y: 'share',
        r: Math.max(1.75, Math.min(3.5, width / marks.length / 4)),
        fill: ({ isFaint }: RetentionMark) => (isFaint ? 'var(--mark-ground)' : 'var(--mark)'),
        stroke: 'var(--mark)',
        strokeWidth: 1.5,
        title: 'title',
      }),
    ],
    color: { type: 'identity' },
    opacity: { type: 'identity' },
  });
}
