import { z } from 'zod';

import { DIRECTION_MARKS, hasNoDirectionMarks, withoutDirectionMarks } from '#kernel/clean-text.ts';

import type { PersonTable, Row } from './person-data.ts';
import { text } from './stored-values.ts';

/** Maximum length of a text column without a limit of its own, in characters. */
const MAX_TEXT = 100_000;
/** Instants of the years 1 to 9998, which have a day with four digits in every zone. */
const [MIN_TIME, MAX_TIME] = [Date.parse('0001-01-02T00:00Z'), Date.parse('9998-12-31T00:00Z')];

/**
 * Returns the row to store, or its error as `column: reason`. Names from earlier versions lose their direction marks;
 * in names from this version, direction marks are an error.
 */
export function checkRow(table: PersonTable, row: Row, isCurrent: boolean): Row | string {
  for (const [column, value] of Object.entries(row)) {
    if (typeof value !== 'string' && typeof value !== 'number') continue;
    const schema = table.values?.[column] ?? valuesOf(column, value);
    const [issue] = schema.safeParse(value).error?.issues ?? [];
    if (issue) return `${[column, ...issue.path].join('.')}: ${issue.message}`;
  }
  const named = { ...row };
  for (const column of namesIn(table, row)) {
    const name = row[column];
    if (typeof name !== 'string' || hasNoDirectionMarks(name)) continue;
    if (isCurrent) return `${column}: ${DIRECTION_MARKS}`;
    named[column] = withoutDirectionMarks(name);
  }
  return table.check?.(named) ?? named;
}

const namesIn = ({ names = [] }: PersonTable, row: Row) => (typeof names === 'function' ? names(row) : names);

// The id of a generated message is that of its session, followed by a day.
const id = z.string().regex(/^[A-Za-z0-9][\w:-]{0,127}$/, 'it is no id');
const time = z.number().min(MIN_TIME).max(MAX_TIME);
const size = z.number().nonnegative();
const whole = text(MAX_TEXT);

/** The default schema of a column that its table does not describe, by its name. */
function valuesOf(column: string, value: string | number): z.ZodType {
  if (typeof value === 'string') return /(?:^|_)id$/.test(column) ? id : whole;
  if (/(?:^|_)(?:at|since)$/.test(column)) return time;
  return /(?:^|_)(?:seq|head|number|version|size|words|offset|start|end|tokens|ms)$/.test(column) ? size : z.number();
}
