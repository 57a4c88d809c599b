import type { z } from 'zod';

/** Labelled data is not valid: says where and why. */
export class LabelledDataError extends Error {
  override readonly name = 'LabelledDataError';
}

interface Reading<Row> {
  readonly row: z.ZodType<Row>;
  /** The allowed values of a field, as a sentence for error messages; may be empty. */
  readonly choices?: (field: string) => string;
}

/** Reads one JSON object per line, with unique ids. Throws a LabelledDataError that names the line and field. */
export function readLabelledLines<Row extends { readonly id: string }>(
  text: string,
  { row, choices = () => '' }: Reading<Row>,
): readonly Row[] {
  const lineOf = new Map<string, number>();
  const rows: Row[] = [];
  const lines = text.replace(/^\uFEFF/, '').split('\n');
  for (const [index, raw] of lines.entries()) {
    if (raw.trim() === '') continue;
    const line = index + 1;
    const value = parse(raw, line);
    const read = row.safeParse(value);
    if (!read.success) throw unreadable(read.error, { line, value, choices });
    const { id } = read.data;
    const earlier = lineOf.get(id);
    if (earlier !== undefined)
      throw new LabelledDataError(`Line ${line}, field "id": "${id}" was used in line ${earlier} already.`);
    lineOf.set(id, line);
    rows.push(read.data);
  }
  return rows;
}

function parse(raw: string, line: number): unknown {
  try {
    return JSON.parse(raw) as unknown;
  } catch {
    throw new LabelledDataError(`Line ${line} is not JSON.`);
  }
}

interface Place {
  readonly line: number;
  readonly value: unknown;
  readonly choices: (field: string) => string;
}

function unreadable({ issues: [issue] }: z.ZodError, { line, value, choices }: Place): LabelledDataError {
  const field = issue?.path.join('.') ?? '';
  if (field === '') return new LabelledDataError(`Line ${line} is not an object.`);
  const choice = choices(field);
  const problem = `${problemIn(value, issue?.path ?? [])}.${choice === '' ? '' : ` ${choice}`}`;
  return new LabelledDataError(`Line ${line}, field "${field}": ${problem}`);
}

function problemIn(value: unknown, path: readonly PropertyKey[]): string {
  let at: unknown = value;
  for (const key of path) at = typeof at === 'object' && at !== null ? (at as Record<PropertyKey, unknown>)[key] : at;
  if (at === undefined) return 'it is missing';
  return `${(JSON.stringify(at) ?? 'this').slice(0, 60)} cannot stand there`;
}
