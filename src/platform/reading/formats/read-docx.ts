import { type ReadDocument, UnreadableDocument } from '#library/ingestion/server/read-document.ts';
import { countOf } from '#library/storage/domain/left-out.ts';

import { readFragment } from './read-html.ts';
import { unpacksBeyond } from './zip-entries.ts';

const MAX_UNPACKED = 200_000_000;

/** Reads a document of Word. */
export async function readDocx(bytes: Uint8Array): Promise<ReadDocument> {
  if (await unpacksBeyond(bytes, MAX_UNPACKED))
    throw new UnreadableDocument('This document unpacks to more than 200 MB.', { remedy: 'Paste its text instead.' });
  const { default: mammoth } = await import('mammoth');
  let pictures = 0;
  const countPicture = () => {
    pictures += 1;
    return Promise.resolve({ src: '' });
  };
  const { value } = await mammoth
    .convertToHtml(
      { buffer: Buffer.from(bytes) },
      { convertImage: mammoth.images.imgElement(countPicture), externalFileAccess: false },
    )
    .catch(explain);
  const content = readFragment(value);
  if (content === '')
    throw new UnreadableDocument('This document has no text.', { remedy: 'Check that it is the right file.' });
  const heading = /^# +(\S.*)$/m.exec(content)?.[1] ?? null;
  return {
    content,
    title: heading,
    author: null,
    site: null,
    createdAt: null,
    language: null,
    tags: [],
    leftOut: countOf(pictures, 'picture'),
  };
}

function explain(): never {
  throw new UnreadableDocument('This document is damaged: it could not be read.', {
    remedy: 'Open it in another program, save it again, and add that.',
  });
}
