import { AppError } from '#wire/error-kind.ts';
import type { FileBody } from '#wire/file.ts';

import type { Shared } from '../domain/shared-sources.ts';
import { capturedWords } from '../protocol.ts';
import { readForm } from './read-form.ts';

/**
 * Maximum size of JSON or a plain form, which are parsed in one step. Longer texts are sent as plain text or as a file.
 */
const MAX_WORDS_BYTES = 1_000_000;

interface Captured extends Shared {
  readonly files: readonly (FileBody & { readonly name: string })[];
}

/**
 * Reads what a program has sent: JSON or a form with `text`, `url` and `title`, a form with files, a plain text, or one
 * file as the body, which gets the given name.
 */
export function readCapture(body: FileBody, name: string): Captured {
  const { bytes, mediaType } = body;
  const [type = ''] = mediaType.toLowerCase().split(';');
  if (bytes.byteLength === 0) throw empty();
  switch (type.trim()) {
    case 'application/json':
      return { ...words(jsonIn(short(bytes))), files: [] };
    case 'application/x-www-form-urlencoded':
      return { ...words(Object.fromEntries(new URLSearchParams(new TextDecoder().decode(short(bytes))))), files: [] };
    case 'multipart/form-data':
      return formIn(body);
    case 'text/plain':
      return { ...words({ text: new TextDecoder().decode(bytes) }), files: [] };
    default:
      return { ...words({}), files: [{ ...body, name }] };
  }
}

export const empty = () => new AppError('malformed', 'Send a text, a link or a file.', { field: 'body' });

function short(bytes: Uint8Array): Uint8Array {
  if (bytes.byteLength <= MAX_WORDS_BYTES) return bytes;
  throw new AppError('too-large', 'A text of more than 1 MB is sent as text/plain, or as a file.', { field: 'text' });
}

function jsonIn(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw new AppError('malformed', 'The body is not JSON.', { field: 'body', cause });
  }
}

function formIn({ bytes, mediaType }: FileBody): Captured {
  const parts = readForm(bytes, mediaType);
  const fields = parts.filter(({ fileName }) => fileName === null);
  return {
    ...words(Object.fromEntries(fields.map((field) => [field.name, new TextDecoder().decode(field.bytes)]))),
    files: parts.flatMap(({ fileName, ...file }) =>
      // A browser sends a file field without a chosen file as a file without a name.
      fileName ? [{ ...file, name: fileName }] : [],
    ),
  };
}

/** Throws an AppError that names the field. */
function words(given: unknown): Shared {
  const { data, error } = capturedWords.safeParse(given);
  if (data) return { text: data.text ?? '', url: data.url ?? '', title: data.title ?? '' };
  const [issue] = error.issues;
  throw new AppError('malformed', issue?.message ?? 'This is not valid.', { field: issue?.path.join('.') || 'body' });
}
