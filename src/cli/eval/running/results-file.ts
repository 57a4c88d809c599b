import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs';

import { z } from 'zod';

/** The format of one evaluation's rows. */
export interface ResultFormat<Row, Outcome extends object> {
  /** What a line is, for error messages: "a grading". */
  readonly of: string;
  /** The field that names the agent. */
  readonly agentField: string;
  readonly outcome: z.ZodType<Outcome>;
  readonly idOf: (row: Row) => string;
  /** Further fields of a row's line. */
  readonly factsOf: (row: Row) => Readonly<Record<string, unknown>>;
  /** What was judged: a row that changed meanwhile is judged again. */
  readonly judgedOf: (row: Row) => unknown;
}

interface OpenedFile {
  readonly file: string;
  /** The agent; results of another agent do not count. */
  readonly agent: string;
  readonly notice: (text: string) => void;
}

/** The file is of something else or corrupt; it is not changed. */
class ResultsFileError extends Error {
  override readonly name = 'ResultsFileError';
}

export interface KnownResults<Row, Outcome> {
  /** This agent's stored result for a row in its current form. */
  known(row: Row): Outcome | null;
  /** On disk when it returns, so that an interrupted run loses nothing. The next run retries rows with a failure. */
  add(row: Row, outcome: Outcome, failure: string | null): void;
}

const anyLine = z.looseObject({ id: z.string(), digest: z.string(), failure: z.string().optional() });

interface ReadLine<Outcome> {
  readonly line: z.infer<typeof anyLine>;
  readonly outcome: Outcome;
}

/**
 * Opens a results file with one JSON line per row, to continue an interrupted run. A truncated last line is dropped
 * with a notice. Throws, without changing it, if the file is of something else.
 */
export function openResultsFile<Row, Outcome extends object>(
  format: ResultFormat<Row, Outcome>,
  opened: OpenedFile,
): KnownResults<Row, Outcome> {
  const known = new Map<string, ReadLine<Outcome>>();
  for (const read of wholeLines(format, opened)) {
    if (read.line[format.agentField] === opened.agent && read.line.failure === undefined) known.set(read.line.id, read);
  }
  return {
    known(row) {
      const found = known.get(format.idOf(row));
      return found && found.line.digest === digestOf(format.judgedOf(row)) ? found.outcome : null;
    },
    add(row, outcome, failure) {
      const line = {
        id: format.idOf(row),
        ...format.factsOf(row),
        ...outcome,
        [format.agentField]: opened.agent,
        digest: digestOf(format.judgedOf(row)),
        ...(failure !== null && { failure }),
      };
      appendFileSync(opened.file, `${JSON.stringify(line)}\n`);
    },
  };
}

function wholeLines<Row, Outcome extends object>(
  format: ResultFormat<Row, Outcome>,
  { file, notice }: OpenedFile,
): readonly ReadLine<Outcome>[] {
  if (!existsSync(file)) return [];
  const bytes = readFileSync(file);
  const lines = bytes.toString('utf8').split('\n');
  const rest = lines.pop() ?? '';
  const results = lines.map((text, index) => {
    const read = parse(text, format);
    if (!read)
      throw new ResultsFileError(`Line ${index + 1} of ${file} is no result of ${format.of}. Choose another file.`);
    return read;
  });
  if (rest === '') return results;
  if (results.length === 0 && !isOwnBeginning(rest, format))
    throw new ResultsFileError(`${file} holds no results of ${format.of}. Choose another file.`);
  truncateSync(file, bytes.lastIndexOf('\n') + 1);
  notice(`The last line of ${file} was cut off and is dropped.`);
  return results;
}

/** Without a complete line before it, a truncated line counts as a result only if its outcome is complete. */
function isOwnBeginning<Row, Outcome extends object>(text: string, format: ResultFormat<Row, Outcome>): boolean {
  const judged = text.slice(0, Math.max(0, text.lastIndexOf(`,"${format.agentField}":"`)));
  return parse(`${judged},"${format.agentField}":"","digest":""}`, format) !== null;
}

function parse<Row, Outcome extends object>(
  text: string,
  { agentField, outcome }: ResultFormat<Row, Outcome>,
): ReadLine<Outcome> | null {
  try {
    const value: unknown = JSON.parse(text);
    const line = anyLine.safeParse(value).data;
    const read = outcome.safeParse(value).data;
    return line && read && typeof line[agentField] === 'string' ? { line, outcome: read } : null;
  } catch {
    return null;
  }
}

function digestOf(judged: unknown): string {
  return createHash('sha256').update(JSON.stringify(judged)).digest('hex').slice(0, 16);
}
