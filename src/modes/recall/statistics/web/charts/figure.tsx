import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';

import { Button } from '#elements/web/button.tsx';

import './charts.css';
import type { Bars } from './draw-bars.ts';
import type { Curve } from './draw-curve.ts';
import type { RetentionMark } from './draw-retention.ts';
import type { Year } from './draw-year.ts';
import { heightOfYear } from './year-grid.ts';

interface Drawn {
  readonly bars: Bars;
  readonly curve: Curve;
  readonly retention: readonly RetentionMark[];
  readonly year: Year;
}
type Draw<Given> = (given: Given, width: number) => Element;
interface Drawing<Given> {
  /** Loads the drawing function, and the library with the first chart. */
  readonly load: () => Promise<Draw<Given>>;
  /** Height in pixels, reserved before the chart is drawn so that the page does not shift. */
  readonly height: (given: Given, width: number) => number;
}

const DRAWINGS: { readonly [Kind in keyof Drawn]: Drawing<Drawn[Kind]> } = {
  bars: { load: async () => (await import('./draw-bars.ts')).drawBars, height: () => 190 },
  curve: { load: async () => (await import('./draw-curve.ts')).drawCurve, height: () => 210 },
  retention: { load: async () => (await import('./draw-retention.ts')).drawRetention, height: () => 220 },
  year: {
    load: async () => (await import('./draw-year.ts')).drawYear,
    height: ({ weeks }, width) => heightOfYear(weeks, width),
  },
};

/** The numbers of a chart. The first column names the rows. */
interface ChartTable {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

interface ChartFigureProps<Kind extends keyof Drawn> {
  readonly kind: Kind;
  readonly given: Drawn[Kind];
  /** The chart in a sentence or two. */
  readonly summary: string;
  readonly table: ChartTable;
  readonly legend?: ReactNode;
}

/**
 * A chart with a summary and a table of its numbers. Screen readers read the summary and the table. Everyone can show
 * the table in place of the chart.
 */
export function ChartFigure<Kind extends keyof Drawn>(props: ChartFigureProps<Kind>) {
  const { kind, given, summary, table, legend } = props;
  const [showsTable, setShowsTable] = useState(false);
  const id = useId();
  return (
    <figure className="flex min-w-0 flex-col">
      <figcaption className="mb-3 text-sm text-ink-soft">{summary}</figcaption>
      {!showsTable && (
        <div aria-hidden="true">
          <Chart drawing={DRAWINGS[kind]} given={given} />
          {legend}
        </div>
      )}
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

/** A chart as wide as its container. */
function Chart<Given>({ drawing, given }: { readonly drawing: Drawing<Given>; readonly given: Given }) {
  const { load, height } = drawing;
  const place = useRef<HTMLDivElement>(null);
  const [draw, setDraw] = useState<{ readonly draw: Draw<Given> } | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const width = useWidth(place);
  useEffect(() => {
    let isGone = false;
    const cancel = whenIdle(() => {
      load().then(
        (loaded) => !isGone && setDraw({ draw: loaded }),
        () => !isGone && setFailed(true),
      );
    });
    return () => {
      isGone = true;
      cancel();
    };
  }, [load]);
  useLayoutEffect(() => {
    if (draw && width > 0) place.current?.replaceChildren(draw.draw(given, width));
  }, [draw, given, width]);
  return (
    <>
      <div ref={place} className="chart" style={{ minHeight: height(given, width) }} />
      {hasFailed && (
        <p className="text-sm text-ink-faint">The chart could not be loaded. Its numbers are in the table.</p>
      )}
    </>
  );
}

/** Loading and drawing a chart takes several frames, so it waits for an idle page, at most for this time. */
const MAX_WAIT_MS = 3_000;

function whenIdle(work: () => void): () => void {
  // Safari does not support it.
  if (!('requestIdleCallback' in window)) {
    work();
    return () => {};
  }
  const id = requestIdleCallback(work, { timeout: MAX_WAIT_MS });
  return () => cancelIdleCallback(id);
}

function useWidth(place: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (!place.current) return undefined;
    const element = place.current;
    const measure = () => setWidth(Math.floor(element.clientWidth));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [place]);
  return width;
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
          // Names are not unique: two reviews can be of the same day.
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
