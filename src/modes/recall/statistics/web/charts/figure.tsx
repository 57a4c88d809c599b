import { type ReactNode, useId, useState } from 'react';

import { Button } from '#elements/web/button.tsx';

/** The numbers of a chart. The first column names the rows. */
interface ChartTable {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

interface ChartFigureProps {
  /** What the chart shows, in a sentence or two. */
  readonly summary: string;
  readonly table: ChartTable;
  readonly children: ReactNode;
}

/**
 * A chart with a summary and a table of its numbers. Screen readers read the summary and the table. Everyone can show the
 * table in place of the chart.
 */
export function ChartFigure({ summary, table, children }: ChartFigureProps) {
  const [showsTable, setShowsTable] = useState(false);
  const id = useId();
  return (
    <figure className="flex min-w-0 flex-col">
      <figcaption className="mb-3 text-sm text-ink-soft">{summary}</figcaption>
      {!showsTable && <div aria-hidden="true">{children}</div>}
      <div
        id={id}
        {...(showsTable && { role: 'region', tabIndex: 0, 'aria-label': table.caption })}
        className={showsTable ? 'max-h-72 overflow-auto rounded-small border border-line' : 'sr-only'}
      >
        <Numbers table={table} />
      </div>
      <div className="mt-2 -mb-2">
        <Button
          look="quiet"
          className="-ml-3 text-ink-faint"
          aria-expanded={showsTable}
          aria-controls={id}
          onClick={() => setShowsTable(!showsTable)}
        >
          {showsTable ? 'Show as a chart' : 'Show as a table'}
        </Button>
      </div>
    </figure>
  );
}

function Numbers({ table: { caption, columns, rows } }: { readonly table: ChartTable }) {
  return (
    <table className="w-full border-collapse text-sm tabular-nums">
      <caption className="sr-only">{caption}</caption>
      <thead className="sticky top-0 bg-surface">
        <tr>
          {columns.map((column, index) => (
            <th
              key={column}
              scope="col"
              className={`border-b border-line px-3 py-1.5 font-medium text-ink-soft ${index === 0 ? 'text-left' : 'text-right'}`}
            >
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name = '', ...cells], index) => (
          // Names are not unique: two reviews may be of the same day.
          <tr key={index} className="border-b border-line last:border-b-0">
            <th scope="row" className="px-3 py-1 text-left font-normal whitespace-nowrap">
              {name}
            </th>
            {cells.map((cell, index) => (
              <td key={columns[index + 1]} className="px-3 py-1 text-right whitespace-nowrap">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
