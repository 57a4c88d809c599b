/** Labels of the markers that Warren writes into a recording. The player shows them unchanged. */
export const CUT_LABEL = 'The recording ends here: it reached its size limit';
export const CONTINUED_LABEL = 'Warren was restarted here';

const BECAUSE: Record<StopReason, string> = {
  'disk-full': 'the disk was full',
  'write-failed': 'the recording could not be written',
};

/**
 * Recordings are asciicast v2 files (https://docs.asciinema.org/manual/asciicast/v2): a header, then one JSON array per
 * line, `[seconds since the start, code, data]`. Warren writes output (`o`), resizes (`r`) and markers (`m`), never
 * input.
 */

export interface ScreenSize {
  readonly columns: number;
  readonly rows: number;
}

export interface RecordingHeader extends ScreenSize {
  /** When the recording began, in ms since 1970. The file has whole seconds. */
  readonly startedAt?: number;
  readonly title?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** `atMs` is the time since the start of the recording. Times of a file never decrease. */
export type RecordingEvent =
  | { readonly kind: 'output'; readonly atMs: number; readonly text: string }
  | ({ readonly kind: 'resize'; readonly atMs: number } & ScreenSize)
  | { readonly kind: 'marker'; readonly atMs: number; readonly label: string };

/** Maximum number of columns or rows, above that of any real terminal. A file with more is invalid. */
const MAX_SIDE = 65_535;

/** The first line of a file, with its newline. */
export function headerLine({ columns, rows, startedAt, title, env }: RecordingHeader): string {
  const header = {
    version: 2,
    width: columns,
    height: rows,
    ...(startedAt !== undefined && { timestamp: Math.floor(startedAt / 1000) }),
    ...(title !== undefined && { title: title.toWellFormed() }),
    ...(env && { env }),
  };
  return `${JSON.stringify(header)}\n`;
}

/** The line of an event, with its newline. Lone surrogates become U+FFFD, because asciinema cannot print them. */
export function eventLine(event: RecordingEvent): string {
  const seconds = (Math.max(0, event.atMs) / 1000).toFixed(6);
  switch (event.kind) {
    case 'output':
      return `[${seconds}, "o", ${JSON.stringify(event.text.toWellFormed())}]\n`;
    case 'resize':
      return `[${seconds}, "r", "${event.columns}x${event.rows}"]\n`;
    case 'marker':
      return `[${seconds}, "m", ${JSON.stringify(event.label.toWellFormed())}]\n`;
  }
}

/** Reads the size and the time in the first line of a file. Undefined if it is not a header of version 2. */
export function readHeader(line: string): RecordingHeader | undefined {
  const value = parsed(line);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const { version, width, height, timestamp } = value as Record<string, unknown>;
  if (version !== 2 || !isSide(width) || !isSide(height)) return undefined;
  return {
    columns: width,
    rows: height,
    ...(typeof timestamp === 'number' && Number.isFinite(timestamp) && { startedAt: timestamp * 1000 }),
  };
}

/**
 * Reads the line of an event. Undefined for events of another kind, such as input, and for a line that is not valid.
 */
export function readEvent(line: string): RecordingEvent | undefined {
  const value = parsed(line);
  if (!Array.isArray(value)) return undefined;
  const [seconds, code, data] = value as readonly unknown[];
  if (typeof seconds !== 'number' || !(seconds >= 0) || !Number.isFinite(seconds) || typeof data !== 'string')
    return undefined;
  // Rounded to microseconds, so that a time keeps its value when it is written and read repeatedly.
  const atMs = Math.round(seconds * 1_000_000) / 1000;
  if (code === 'o') return { kind: 'output', atMs, text: data };
  if (code === 'm') return { kind: 'marker', atMs, label: data };
  if (code !== 'r') return undefined;
  const size = /^(\d{1,5})x(\d{1,5})$/.exec(data);
  const columns = Number(size?.[1]);
  const rows = Number(size?.[2]);
  return isSide(columns) && isSide(rows) ? { kind: 'resize', atMs, columns, rows } : undefined;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function isSide(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= MAX_SIDE;
}

/** The reason why a part of the output is missing. */
export type StopReason = 'disk-full' | 'write-failed';

export function gapLabel(reason: StopReason): string {
  return `Output is missing here: ${BECAUSE[reason]}`;
}
