import { axisY, barY, gridY, plot, ruleY, text } from '@observablehq/plot';

export interface Bar {
  /** Unique. */
  readonly name: string;
  readonly value: number;
  /** The overdue part of `value`, drawn at the bottom of the bar. */
  readonly waiting?: number;
  readonly isStrong?: boolean;
  /** Shown on hover. */
  readonly title: string;
  /** Drawn under the bar; can be empty. */
  readonly label: string;
}

export interface Bars {
  readonly bars: readonly Bar[];
  readonly format: (value: number) => string;
}

const BARS_HEIGHT = 190;
/** Approximate width of a label's character, with its share of the space between labels. */
const CHARACTER_PX = 7;

/** Draws a bar chart whose axis starts at zero. */
export function drawBars({ bars, format }: Bars, width: number): Element {
  const highest = Math.max(1, ...bars.map(({ value }) => value));
  const ticks = ticksTo(highest);
  const step = (width - 48) / bars.length;
  const inset = step > 24 ? 4 : step > 8 ? 1.5 : 0.5;
  const waiting = bars.filter((bar) => (bar.waiting ?? 0) > 0);
  return plot({
    width,
    height: BARS_HEIGHT,
    marginLeft: 44,
    marginRight: 4,
    marginTop: 10,
    marginBottom: 24,
    x: { type: 'band', domain: bars.map(({ name }) => name), padding: 0, axis: null, round: false },
    y: { domain: [0, Math.max(highest, ticks.at(-1) ?? 1)] },
    marks: [
      gridY(ticks.slice(1), { stroke: 'var(--line)', strokeOpacity: 1 }),
      axisY(ticks, { tickSize: 0, tickFormat: format, label: null }),
      barY(bars, {
        x: 'name',
        y1: (bar: Bar) => bar.waiting ?? 0,
        y2: 'value',
        fill: ({ isStrong }: Bar) =>
          isStrong ? 'var(--mark)' : 'color-mix(in srgb, var(--mark) 55%, var(--mark-ground))',
        insetLeft: inset,
        insetRight: inset,
        rx: step > 8 ? 2 : 0,
        title: 'title',
      }),
      barY(waiting, {
        x: 'name',
        y: 'waiting',
        fill: 'var(--mark-waits)',
        insetLeft: inset,
        insetRight: inset,
        rx: step > 8 ? 2 : 0,
        title: 'title',
      }),
      ruleY([0], { stroke: 'var(--line-strong)' }),
      text(readable(bars, step), { x: 'name', y: () => 0, text: 'label', dy: 14, fill: 'var(--ink-faint)' }),
    ],
    color: { type: 'identity' },
  });
}

/** The bars whose labels are drawn: every other one where labels would overlap. */
function readable(bars: readonly Bar[], step: number): readonly Bar[] {
  const labelled = bars.filter(({ label }) => label !== '');
  const widest = Math.max(0, ...labelled.map(({ label }) => label.length)) * CHARACTER_PX;
  return labelled.length === bars.length && widest > step ? labelled.filter((_, index) => index % 2 === 0) : labelled;
}

/** Two to four axis ticks at round values. */
function ticksTo(highest: number): number[] {
  const size = 10 ** Math.floor(Math.log10(highest));
  const step = [0.5, 1, 2, 5].map((factor) => factor * size).find((candidate) => highest / candidate <= 4) ?? size * 5;
  const whole = Math.max(1, Math.round(step));
  return Array.from({ length: Math.ceil(highest / whole) + 1 }, (_, index) => index * whole);
}
