import { useMemo } from 'react';

import { count } from '#elements/web/text/figures.ts';

import type { Bin } from '../../protocol.ts';
import type { Bars } from '../charts/draw-bars.ts';
import { Drawing } from '../charts/drawing.tsx';
import { ChartFigure } from '../charts/figure.tsx';

const load = async () => (await import('../charts/draw-bars.ts')).drawBars;
const HEIGHT = 190;

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
export function Spread({ bins, summary, caption, of, nameOf, labelOf }: SpreadProps) {
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
  return (
    <ChartFigure summary={summary} table={{ caption, columns: [of, 'Points'], rows }}>
      <Drawing load={load} given={given} height={HEIGHT} />
    </ChartFigure>
  );
}
