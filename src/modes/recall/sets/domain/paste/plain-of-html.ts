const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", nbsp: ' ' };
const ENTITY = /&(?:#(x[\da-f]{1,6}|\d{1,7})|([a-z]{2,4}));/giu;
/** Adjacent tags that end a line. They make one line break, or one per `<br>` if there are several. */
const BREAKS = /(?:<(?:br|\/?(?:div|p|li|tr|h[1-6]|ul|ol|pre))(?:\s[^<>]{0,300})?\/?>){1,50}/giu;
/** Anki's delimiters of formulas. */
const MATH = /<anki-mathjax( block="true")?>|<\/anki-mathjax>|\[\/?(?:latex|\$\$?)\]/giu;

/** Converts the HTML of a card to plain text. Formulas keep delimiters; images and sounds are dropped. */
export function plainOfHtml(html: string): string {
  return mathMarks(html)
    .replace(BREAKS, (tags) => '\n'.repeat(Math.max(1, tags.match(/<br/giu)?.length ?? 0)))
    .replace(/<(?:\/?[a-z]|!--)[^<>]*>/giu, '')
    .replace(/\[sound:[^\]\n]{1,300}\]/gu, '')
    .replace(ENTITY, decoded)
    .replace(/ {1,9}\n/gu, '\n')
    .replace(/\n{3,}/gu, '\n\n')
    .trim();
}

/** Replaces Anki's formula delimiters with `\(…\)` and `\[…\]`. */
export function mathMarks(html: string): string {
  let isBlock = false;
  return html.replace(MATH, (mark: string, block: string | undefined) => {
    if (mark.startsWith('</')) return isBlock ? '\\]' : '\\)';
    if (mark.startsWith('<')) {
      isBlock = block !== undefined;
      return isBlock ? '\\[' : '\\(';
    }
    const isDisplay = mark.includes('$$');
    if (mark.startsWith('[/')) return isDisplay ? '\\]' : '\\)';
    return isDisplay ? '\\[' : '\\(';
  });
}

function decoded(entity: string, figure?: string, name?: string): string {
  if (name !== undefined) return NAMED[name.toLowerCase()] ?? entity;
  const code = Number(`${/^x/iu.test(figure ?? '') ? '0' : ''}${figure ?? ''}`);
  return code > 0 && code <= 0x10_ff_ff && (code < 0xd8_00 || code > 0xdf_ff) ? String.fromCodePoint(code) : entity;
}
