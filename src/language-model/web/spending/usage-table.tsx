import type { ReactNode } from 'react';

import { figure } from '#elements/web/text/figures.ts';

import { totalCost, tokensText } from './usage-text.ts';
import type { UsageTotals } from './usage-totals.ts';

interface UsageTableProps {
  /** The caption for screen readers. */
  readonly caption: string;
  /** The heading of the first column. */
  readonly of: string;
  readonly children: ReactNode;
}

const HEAD = 'py-1.5 pl-3 text-right font-medium';

/** Tokens in, tokens from the cache, tokens out, and the cost: the same table wherever usage is shown. */
export function UsageTable({ caption, of, children }: UsageTableProps) {
  return (
    <table className="w-full table-fixed border-collapse text-sm tabular-nums">
      <caption className="sr-only">{caption}</caption>
      <colgroup>
        <col />
        <col className="w-[15%]" />
        <col className="w-[17%]" />
        <col className="w-[15%]" />
        <col className="w-[22%]" />
      </colgroup>
      <thead className="text-xs text-ink-faint">
        <tr>
          <th scope="col" className="py-1.5 text-left font-medium">
            {of}
          </th>
          <th scope="col" className={HEAD}>
            In
          </th>
          <th scope="col" className={HEAD}>
            Cached
          </th>
          <th scope="col" className={HEAD}>
            Out
          </th>
          <th scope="col" className={HEAD}>
            Cost
          </th>
        </tr>
      </thead>
      {children}
    </table>
  );
}

interface UsageRowProps {
  readonly name: ReactNode;
  readonly totals: UsageTotals;
  /** Small text beside the name. */
  readonly note?: string | undefined;
  /** A part under its total is indented, and has no line above it. */
  readonly look: 'total' | 'part' | 'part under';
}

const CELL = 'py-1.5 pl-3 text-right align-baseline';

export function UsageRow({ name, totals, note, look }: UsageRowProps) {
  const isTotal = look === 'total';
  return (
    <tr
      className={`${look === 'part under' ? '' : 'border-t border-line'} ${isTotal ? 'font-[550]' : 'text-ink-soft'}`}
    >
      <th
        scope="row"
        className={`py-1.5 text-left align-baseline ${isTotal ? 'font-[550]' : 'font-normal'} ${look === 'part under' ? 'pl-3' : ''}`}
      >
        {name}
        {note !== undefined && <span className="block text-xs font-normal break-words text-ink-faint">{note}</span>}
        {!isTotal && totals.failedCalls > 0 && (
          <span className="block text-xs font-normal text-ink-faint">{totals.failedCalls} failed</span>
        )}
      </th>
      <td className={CELL} title={exact(totals.tokensIn)}>
        {tokensText(totals.tokensIn)}
      </td>
      <td className={CELL} title={exact(totals.cachedTokens)}>
        {tokensText(totals.cachedTokens)}
      </td>
      <td className={CELL} title={exact(totals.tokensOut)}>
        {tokensText(totals.tokensOut)}
      </td>
      <td className={CELL}>{totalCost(totals)}</td>
    </tr>
  );
}

function exact(tokens: number): string {
  return `${figure(tokens)} tokens`;
}
