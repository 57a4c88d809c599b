import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';

import type { CitedDraft } from '../../../protocol.ts';
import { asMarkdown, type CitationStyle } from './markdown.ts';

const ATTRIBUTE = / (?:href|src)="([^"]*)"/g;
const ALLOWED = /^(?:https?:\/\/|mailto:|#)/i;

/** A draft as a fragment of HTML. HTML in its text is shown as text; links lead to the web or write a mail. */
export function asHtml(draft: CitedDraft, style: CitationStyle): string {
  const html = micromark(asMarkdown(draft, style), {
    extensions: [gfm()],
    htmlExtensions: [gfmHtml({ label: 'Sources', labelTagName: 'h2', labelAttributes: '' })],
  });
  // Quotation marks outside tags are written as entities, so this finds attributes alone.
  return html.replace(ATTRIBUTE, (attribute, address: string) => (ALLOWED.test(address) ? attribute : ''));
}

/** The same as a document of its own. */
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
