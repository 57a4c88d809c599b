import { titleOfPath } from '#library/importing/domain/names.ts';
import { readImported } from '#library/importing/domain/read-imported.ts';
import { type GivenDocument, type ReadDocument, UnreadableDocument } from '#library/ingestion/server/read-document.ts';

import { charsetOf, decode } from './decode.ts';

/** Reads plain text, or Markdown with its front matter. */
export function readText({ bytes, mediaType, name }: GivenDocument, kind: 'markdown' | 'text'): ReadDocument {
  const { text, leftOut: ofEncoding } = decode(bytes, charsetOf(mediaType));
  const path = kind === 'markdown' && !/\.(?:md|markdown|mdown|mkd)$/i.test(name) ? `${name}.md` : name;
  const { title, author, url, createdAt, createdOn, aliases, tags, content, leftOut } = readImported({ path, text });
  if (content.trim() === '')
    throw new UnreadableDocument('This file is empty.', { remedy: 'Check that it is the right file.' });
  const isNamedByFile = title.trim() === '' || title === titleOfPath(path);
  return {
    // An address in the front matter is not where the file was read from, so it becomes part of the text.
    content: url === null ? content : `${content}\n\n- url: ${url}`,
    title: isNamedByFile ? null : title,
    author,
    site: null,
    createdAt,
    createdOn,
    language: null,
    tags,
    aliases,
    leftOut: [...ofEncoding, ...leftOut],
  };
}
