import { AppError } from '#wire/error-kind.ts';

/** Maximum number of parts of one form. */
const MAX_PARTS = 100;
/** Maximum size of the head of one part, in bytes. */
const MAX_HEAD = 4_000;

interface FormPart {
  readonly name: string;
  /** Null for a field that is not a file. */
  readonly fileName: string | null;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/**
 * Reads the parts of a form (RFC 7578). Not with the platform's own reader: for the largest body that a route accepts,
 * it blocks the server for a second.
 */
export function readForm(bytes: Uint8Array, mediaType: string): readonly FormPart[] {
  const boundary = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/iu.exec(mediaType);
  if (!boundary) throw unreadable();
  const form = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const mark = `--${boundary[1] ?? boundary[2] ?? ''}`;
  const parts: FormPart[] = [];
  let at = form.indexOf(mark);
  while (at >= 0) {
    const start = at + mark.length;
    if (form.toString('latin1', start, start + 2) === '--') return parts;
    if (parts.length === MAX_PARTS)
      throw new AppError('too-large', `A form has at most ${MAX_PARTS} fields and files.`, { field: 'body' });
    const head = form.subarray(start, start + MAX_HEAD).indexOf('\r\n\r\n');
    const end = head < 0 ? -1 : form.indexOf(`\r\n${mark}`, start + head + 4);
    if (end < 0) break;
    parts.push({ ...headIn(form.toString('utf8', start, start + head)), bytes: form.subarray(start + head + 4, end) });
    at = end + 2;
  }
  throw unreadable();
}

const unreadable = () => new AppError('malformed', 'The form could not be read.', { field: 'body' });

function headIn(head: string): Omit<FormPart, 'bytes'> {
  const [, disposition = ''] = /^content-disposition:(.*)$/imu.exec(head) ?? [];
  const fileName = parameter(disposition, 'filename');
  const [, mediaType = ''] = /^content-type:(.*)$/imu.exec(head) ?? [];
  return { name: parameter(disposition, 'name') ?? '', fileName, mediaType: mediaType.trim() };
}

/** Clients write a quotation mark in a name as `%22` or escape it with a backslash. */
function parameter(disposition: string, name: string): string | null {
  const found = new RegExp(String.raw`;\s*${name}=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))`, 'iu').exec(disposition);
  if (!found) return null;
  return (found[1] ?? found[2] ?? '').replaceAll(/\\(["\\])/gu, '$1').replaceAll('%22', '"');
}
