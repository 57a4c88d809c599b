import { axisX, axisY, cell, plot } from '@observablehq/plot';

import { BETWEEN_ROWS, type Grid, gridOf, heightOfRow, LEFT, shadeOf, TOP } from './year-grid.ts';

export interface YearCell {
  /** Number of weeks after the first one shown. */
  readonly week: number;
  /** 0 for the first day of the week. */
  readonly weekday: number;
  /** 0 for no reviews to 4 for the most. */
  readonly level: number;
  readonly title: string;
}

export interface Year {
  readonly cells: readonly YearCell[];
  /** Number of weeks. They take several rows if one row is too narrow. */
  readonly weeks: number;
  /** Months by the week in which they begin. */
  readonly months: readonly { readonly week: number; readonly name: string }[];
  /** Names of the seven days from the first day of the week; empty for a day without a label. */
  readonly weekdays: readonly string[];
}

const GAP = 2.5;

/** Draws a calendar of weeks with darker days for more reviews. */
export function drawYear(year: Year, width: number): Element {
  const grid = gridOf(year.weeks, width);
  const place = document.createElement('div');
  place.style.display = 'grid';
  place.style.gap = `${BETWEEN_ROWS}px`;
  for (let row = 0; row < grid.rows; row += 1) place.append(drawRow(year, row * grid.weeks, grid));
  return place;
}

/** Draws the weeks from `first`. */
function drawRow({ cells, months, weekdays }: Year, first: number, { weeks, size }: Grid): Element {
  const isHere = ({ week }: { readonly week: number }) => week >= first && week < first + weeks;
  // Leave out a name that has no room to its right.
  const named = months.filter((month) => isHere(month) && (first + weeks - month.week) * size > 24);
  return plot({
    width: LEFT + size * weeks,
    height: heightOfRow(size),
    marginLeft: LEFT,
    marginRight: 0,
    marginTop: TOP,
    marginBottom: 2,
    x: { type: 'band', domain: Array.from({ length: weeks }, (_, week) => first + week), padding: 0, round: false },
    y: { type: 'band', domain: [0, 1, 2, 3, 4, 5, 6], padding: 0, round: false },
    marks: [
      axisX(
        named.map(({ week }) => week),
        {
          anchor: 'top',
          tickSize: 0,
          textAnchor: 'start',
          dx: -size / 2,
          tickFormat: (week: number) => named.find((month) => month.week === week)?.name ?? '',
          label: null,
        },
      ),
      axisY([0, 1, 2, 3, 4, 5, 6], {
        tickSize: 0,
        textAnchor: 'start',
        dx: -LEFT + 10,
        tickFormat: (day: number) => weekdays[day] ?? '',
        label: null,
      }),
      cell(cells.filter(isHere), {
        x: 'week',
        y: 'weekday',
        inset: GAP / 2,
        rx: Math.min(3, size / 4),
        className: 'days',
        fill: ({ level }: YearCell) => shadeOf(level),
        title: 'title',
      }),
    ],
    color: { type: 'identity' },
  });
}
