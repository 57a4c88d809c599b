import { figure } from '#elements/web/text/figures.ts';

import { shadeOf } from './year-grid.ts';

/** The legend of the year chart. Hidden from screen readers, which have the table. */
export function ShadeLegend({ edges }: { readonly edges: readonly number[] }) {
  const spans = edges.flatMap((from, index) => {
    const next = edges[index + 1];
    if (!Number.isFinite(from) || next === from) return [];
    const words = next === undefined || !Number.isFinite(next) ? andMore(from, edges) : spanWords(from, next - 1);
    return [{ level: index + 1, words }];
  });
  return (
    <p aria-hidden="true" className="chart-legend">
      <span>Reviews per day</span>
      <span>
        <i style={{ background: shadeOf(0) }} />
        none
      </span>
      {spans.map(({ level, words }) => (
        <span key={level}>
          <i style={{ background: shadeOf(level) }} />
          {words}
        </span>
      ))}
    </p>
  );
}

/** The legend of the two parts of today's bar. */
export function OverdueLegend() {
  return (
    <p aria-hidden="true" className="chart-legend">
      <span>
        <i style={{ background: 'var(--mark)' }} />
        due today
      </span>
      <span>
        <i style={{ background: 'var(--mark-waits)' }} />
        overdue
      </span>
    </p>
  );
}

function spanWords(from: number, to: number): string {
  return from === to ? figure(from) : `${figure(from)} to ${figure(to)}`;
}

function andMore(from: number, edges: readonly number[]): string {
  return edges[0] === from ? `${figure(from)} or more` : `${figure(from)} and more`;
}
