import { type ReadDocument, UnreadableDocument } from '#library/ingestion/server/read-document.ts';
import { countOf } from '#library/storage/domain/left-out.ts';

import { WordParts } from './docx/prepare-part.ts';
import { openWordPackage, type WordPackage } from './docx/word-package.ts';
import { readFragment } from './read-html.ts';
import { unpacksBeyond } from './zip-entries.ts';

const MAX_UNPACKED = 200_000_000;

const STYLES = [
  "p[style-name='Title'] => h1.document-title:fresh",
  'p.Title => h1.document-title:fresh',
  "p[style-name='Quote'] => blockquote > p:fresh",
  "p[style-name='Intense Quote'] => blockquote > p:fresh",
];

/** The link back to the text that mammoth adds to a note. */
const BACK_FROM_NOTE = / ?<a href="#(?:foot|end)note-ref-[^"]*">↑<\/a>/gu;

export async function readDocx(bytes: Uint8Array): Promise<ReadDocument> {
  if (await unpacksBeyond(bytes, MAX_UNPACKED))
    throw new UnreadableDocument('This document unpacks to more than 200 MB.', { remedy: 'Paste its text instead.' });
  const parts = new WordParts();
  const file = await opened(bytes, parts);
  let pictures = 0;
  const { default: mammoth } = await import('mammoth');
  const countPicture = () => {
    pictures += 1;
    return Promise.resolve({ src: '' });
  };
  const { value: html } = await mammoth
    .convertToHtml(
      // mammoth also accepts an open archive, which its types do not declare.
      { file } as unknown as { buffer: Buffer },
      { convertImage: mammoth.images.imgElement(countPicture), externalFileAccess: false, styleMap: STYLES },
    )
    .catch(explain);
  const content = parts.withFormulas(readFragment(html.replaceAll(BACK_FROM_NOTE, '')));
  if (content === '')
    throw new UnreadableDocument('This document has no text.', { remedy: 'Check that it is the right file.' });
  const { title, ...facts } = factsOf(file.text('docProps/core.xml') ?? '');
  const heading = /^# +(\S.*)$/m.exec(content)?.[1] ?? null;
  const unread = Object.entries({ picture: pictures, ...parts.unread, ...marginsOf(file) });
  return {
    ...facts,
    content,
    title: titleIn(html) ?? heading ?? title,
    site: null,
    language: null,
    tags: [],
    leftOut: unread.flatMap(([kind, count]) => countOf(count, kind)),
  };
}

async function opened(bytes: Uint8Array, parts: WordParts) {
  try {
    return openWordPackage(bytes, parts.prepare);
  } catch {
    return explain();
  }
}

/** Number of headers and footers with words. They repeat on each page and are not part of the text. */
function marginsOf(file: WordPackage): Readonly<Record<'header' | 'footer', number>> {
  const count = (kind: 'header' | 'footer') => {
    const names = file.names.filter((name) => name.includes(`/${kind}`) && name.endsWith('.xml')).slice(0, MAX_MARGINS);
    const texts = names.map((name) =>
      Array.from((file.text(name) ?? '').matchAll(/<w:t(?:\s[^<>]*)?>([^<]*)<\/w:t>/gu), ([, words]) => words).join(
        ' ',
      ),
    );
    return new Set(texts.filter((text) => /\p{L}/u.test(text.replace(PAGE_OF, '')))).size;
  };
  return { header: count('header'), footer: count('footer') };
}

const MAX_MARGINS = 50;
/** Words that accompany a page number. */
const PAGE_OF = /(?<!\p{L})(?:page|seite|p|s|of|von)(?!\p{L})/giu;

/** The text of the paragraph with the title style. */
function titleIn(html: string): string | null {
  const [, inside = ''] = /<h1 class="document-title">([\s\S]*?)<\/h1>/u.exec(html) ?? [];
  return textOf(inside.replaceAll(/<[^<>]*>/gu, ''));
}

/** The document properties that the program has stored. */
function factsOf(core: string): Pick<ReadDocument, 'title' | 'author' | 'createdAt'> {
  const field = (name: string) => textOf(new RegExp(`<${name}(?=[\\s>])[^<>]*>([^<]*)<`, 'u').exec(core)?.[1] ?? '');
  const [title, author] = [field('dc:title'), field('dc:creator')];
  const time = Date.parse(field('dcterms:created') ?? '');
  return {
    title: title !== null && /^(?:untitled|document\d*|.*\.(?:docx?|dotx?|odt|rtf))$/iu.test(title) ? null : title,
    author:
      author !== null && /^(?:microsoft office user|user|admin|python-docx|un-named|apache poi)$/iu.test(author)
        ? null
        : author,
    createdAt: Number.isFinite(time) ? time : null,
  };
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
};

function textOf(xml: string): string | null {
  const text = xml.replaceAll(/&(?:amp|lt|gt|quot|apos);/gu, (entity) => ENTITIES[entity] ?? entity);
  return text.replaceAll(/\s+/gu, ' ').trim() || null;
}

function explain(): never {
  throw new UnreadableDocument('This document is damaged: it could not be read.', {
    remedy: 'Open it in another program, save it again, and add that.',
  });
}
