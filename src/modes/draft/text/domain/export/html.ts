import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';

import type { CitedDraft } from '../../../protocol.ts';
import { asMarkdown, type CitationStyle } from './markdown.ts';

const ATTRIBUTE = / (?:href|src)="([^"]*)"/g;
const ALLOWED = /^(?:https?:\/\/|mailto:|#)/i;

const LINK_OR_IMAGE = /<(?<link>\/?a)\b|<img src="(?<address>[^"]*)" alt="(?<words>[^"]*)"(?: title="[^"]*")? \/>/g;

/**
 * A draft as a fragment of HTML. HTML in its text is shown as text; links lead to the web or write a mail. An image is
 * a link, since its address would learn who reads the draft.
 */
export function asHtml(draft: CitedDraft, style: CitationStyle): string {
  const html = micromark(asMarkdown(draft, style), {
    extensions: [gfm()],
    htmlExtensions: [gfmHtml({ label: 'Sources', labelTagName: 'h2', labelAttributes: '' })],
  });
  // Quotation marks outside tags are written as entities, so this finds attributes alone.
  return withoutImages(html).replace(ATTRIBUTE, (attribute, address: string) =>
    ALLOWED.test(address) ? attribute : '',
  );
}

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
