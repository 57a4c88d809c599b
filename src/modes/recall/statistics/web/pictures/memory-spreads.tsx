import { useMemo } from 'react';

import { count } from '#elements/web/text/figures.ts';

import type { Bin, Statistics } from '../../protocol.ts';
import type { Bars } from '../charts/draw-bars.ts';
import { ChartFigure } from '../charts/figure.tsx';
import { percent, stretch } from './words.ts';

const SHORT: Readonly<Record<number, string>> = {
  0: '<1 d',
  1: '1 d',
  3: '3 d',
  7: '1 w',
  14: '2 w',
  30: '1 mo',
  90: '3 mo',
  180: '6 mo',
  365: '1 y',
  730: '2 y',
};
const LONG: Readonly<Record<number, string>> = {
  0: 'Under a day',
  1: '1 to 3 days',
  3: '3 to 7 days',
  7: '1 to 2 weeks',
  14: '2 weeks to a month',
  30: '1 to 3 months',
  90: '3 to 6 months',
  180: '6 months to a year',
  365: '1 to 2 years',
  730: 'Over 2 years',
};
const LASTING_DAYS = 90;
const HARD = 7;

const longStability = ({ from }: Bin) => LONG[from] ?? '';
const shortStability = ({ from }: Bin) => SHORT[from] ?? '';
const longDifficulty = ({ from, to }: Bin) => `${from} to ${to ?? ''}`;
const shortDifficulty = ({ from }: Bin) => String(from);

export function StabilitySpread({ memory }: { readonly memory: Statistics['memory'] }) {
  const lasting = share(memory.stability, memory.points, LASTING_DAYS);
  return (
    <Spread
      bins={memory.stability}
      caption="Points by stability"
      of="Stability"
      nameOf={longStability}
      labelOf={shortStability}
      summary={`Half of your points have a stability above ${stretch(memory.medianStability ?? 0)}: the time until the chance of recall falls to 90%. For ${percent(lasting)} of all points it is three months or longer.`}
    />
  );
}

export function DifficultySpread({ memory }: { readonly memory: Statistics['memory'] }) {
  const hard = share(memory.difficulty, memory.points, HARD);
  return (
    <Spread
      bins={memory.difficulty}
      caption="Points by difficulty"
      of="Difficulty"
      nameOf={longDifficulty}
      labelOf={shortDifficulty}
      summary={`On a scale from 1, easy, to 10, hard, half of your points are above ${(memory.medianDifficulty ?? 0).toFixed(1)}; ${percent(hard)} are at 7 or more. Difficult points gain less stability with each review.`}
    />
  );
}

interface SpreadProps {
  readonly bins: readonly Bin[];
  readonly summary: string;
  readonly caption: string;
  /** Heading of the first column of the table. */
  readonly of: string;
  readonly nameOf: (bin: Bin) => string;
  /** Short enough to fit under a bar. */
  readonly labelOf: (bin: Bin) => string;
}

/** A histogram of points. */
function Spread({ bins, summary, caption, of, nameOf, labelOf }: SpreadProps) {
  const given = useMemo<Bars>(
    () => ({
      bars: bins.map((bin) => ({
        name: String(bin.from),
        value: bin.points,
        title: `${nameOf(bin)}: ${count(bin.points, 'point')}`,
        label: labelOf(bin),
      })),
      format: (value) => value.toLocaleString('en-GB'),
    }),
    [bins, nameOf, labelOf],
  );
  const rows = bins.map((bin) => [nameOf(bin), bin.points.toLocaleString('en-GB')]);
  return <ChartFigure kind="bars" given={given} summary={summary} table={{ caption, columns: [of, 'Points'], rows }} />;
}

function share(bins: readonly Bin[], points: number, from: number): number {
  const beyond = bins.filter((bin) => bin.from >= from).reduce((sum, bin) => sum + bin.points, 0);
  return points === 0 ? 0 : beyond / points;
}
