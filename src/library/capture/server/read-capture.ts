import { AppError } from '#wire/error-kind.ts';
import type { FileBody } from '#wire/file.ts';

import type { Shared } from '../domain/shared-sources.ts';
import { capturedWords } from '../protocol.ts';

/** Of JSON or a plain form, which are read in one step. A longer text is sent as plain text, or as a file. */
const MAX_WORDS_BYTES = 1_000_000;
const MAX_FILES = 50;

interface Captured extends Shared {
  readonly files: readonly (FileBody & { readonly name: string })[];
}

/**
 * What a program has sent: JSON or a form with `text`, `url` and `title`, a form with files, a plain text, or one file
 * as the body, which has the name that is given.
 */
export async function readCapture(body: FileBody, name: string): Promise<Captured> {
  const { bytes, mediaType } = body;
  const [type = ''] = mediaType.toLowerCase().split(';');
  if (bytes.byteLength === 0) throw empty();
  switch (type.trim()) {
    case 'application/json':
      return { ...words(jsonIn(short(bytes))), files: [] };
    case 'application/x-www-form-urlencoded':
      return { ...words(Object.fromEntries(new URLSearchParams(new TextDecoder().decode(short(bytes))))), files: [] };
    case 'multipart/form-data':
      return readForm(body);
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

async function readForm({ bytes, mediaType }: FileBody): Promise<Captured> {
  const form = await new Response(Buffer.from(bytes), { headers: { 'content-type': mediaType } })
    .formData()
    .catch((cause: unknown) => {
      throw new AppError('malformed', 'The form could not be read.', { field: 'body', cause });
    });
  const entries = [...form];
  const files = entries.flatMap(([, value]) => (typeof value === 'string' ? [] : [value]));
  if (files.length > MAX_FILES)
    throw new AppError('too-large', `Send at most ${MAX_FILES} files at once.`, { field: 'files' });
  return {
    ...words(Object.fromEntries(entries.filter(([, value]) => typeof value === 'string'))),
    files: await Promise.all(
      files.map(async (file) => ({
        name: file.name,
        mediaType: file.type,
        bytes: new Uint8Array(await file.arrayBuffer()),
      })),
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
