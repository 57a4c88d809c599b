import katex from 'katex';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';

import { formulasIn } from '#text/domain/formulas.ts';

import type { CitedDraft } from '../../../protocol.ts';
import { asMarkdown, type CitationStyle } from './markdown.ts';

const ATTRIBUTE = / (?:href|src)="([^"]*)"/g;
const ALLOWED = /^(?:https?:\/\/|mailto:|#)/i;

const LINK_OR_IMAGE = /<(?<link>\/?a)\b|<img src="(?<address>[^"]*)" alt="(?<words>[^"]*)"(?: title="[^"]*")? \/>/g;

/**
 * A draft as a fragment of HTML. HTML in its text is shown as text; links lead only to the web or to a mail address. An
 * image becomes a link, because loading it would tell its address who reads the draft.
 */
export function asHtml(draft: CitedDraft, style: CitationStyle): string {
  const { text, formulas } = withoutFormulas(asMarkdown(draft, style));
  const html = micromark(text, {
    extensions: [gfm()],
    htmlExtensions: [gfmHtml({ label: 'Sources', labelTagName: 'h2', labelAttributes: '' })],
  });
  // Quotation marks outside tags are written as entities, so this matches only attributes.
  const safe = withoutImages(html).replace(ATTRIBUTE, (attribute, address: string) =>
    ALLOWED.test(address) ? attribute : '',
  );
  return safe.replace(STAND_IN, (_, index: string) => formulas[Number(index)] ?? '');
}

/** Placeholder of a formula: its number between private characters, which the text must not contain. */
const STAND_IN = /\uE000(\d+)\uE001/g;

/** The text with placeholders for formulas, and the formulas as MathML, which needs no external style or font. */
function withoutFormulas(markdown: string): { readonly text: string; readonly formulas: readonly string[] } {
  const clean = markdown.replace(/[\uE000\uE001]/g, '');
  const formulas: string[] = [];
  let text = '';
  let from = 0;
  for (const { start, end, tex, isDisplay } of formulasIn(clean)) {
    const drawn = mathMl(tex, isDisplay);
    if (drawn === null) continue;
    text += `${clean.slice(from, start)}\uE000${formulas.length}\uE001`;
    formulas.push(drawn);
    from = end;
  }
  return { text: text + clean.slice(from), formulas };
}

/** Null for invalid formulas and for large ones, which stay as written. */
function mathMl(tex: string, displayMode: boolean): string | null {
  if ((tex.match(/[{&]/g)?.length ?? 0) > MAX_PARTS) return null;
  try {
    const drawn = katex.renderToString(tex, {
      displayMode,
      output: 'mathml',
      strict: 'ignore',
      trust: false,
      maxExpand: MAX_EXPANSIONS,
    });
    return drawn.replace(/^<span class="katex">|<\/span>$/g, '');
  } catch {
    return null;
  }
}

const MAX_PARTS = 300;
const MAX_EXPANSIONS = 100;

function withoutImages(html: string): string {
  let isInLink = false;
  return html.replace(LINK_OR_IMAGE, (tag, ...groups) => {
    const [link, address = '', words = ''] = groups as (string | undefined)[];
    if (link !== undefined) {
      isInLink = link === 'a';
      return tag;
    }
    const shown = words === '' ? address : words;
    return isInLink ? shown : `<a href="${address}">${shown}</a>`;
  });
}

/** The same as a complete document. */
export function asHtmlDocument(draft: CitedDraft & { readonly title: string }, style: CitationStyle): string {
  return `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<title>${escaped(draft.title)}</title>
</head>
<body>
${asHtml(draft, style)}
</body>
</html>
`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function escaped(text: string): string {
  return text.replace(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign);
}
