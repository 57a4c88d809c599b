/** A part of a Markdown text as a line of plain words: without marks, addresses and line breaks. */
export function plainText(markdown: string): string {
  return markdown
    .replace(/^(?:\s*(?:#{1,6}|>|[-*+]|\d{1,3}[.)])\s+)+/gmu, '')
    .replace(/^\s*(?:`{3,}.*|[-*_]{3,}\s*|\|?[\s:|-]+\|[\s:|-]*)$/gmu, '')
    .replace(/!?\[([^\]\n]*)\]\([^)\s]*(?:\s"[^"\n]*")?\)/gu, '$1')
    .replace(/\[\[(?:[^\]|\n]*\|)?([^\]\n]*)\]\]/gu, '$1')
    .replace(/(?<![\p{L}\p{N}\\])(\*{1,3}|_{1,3}|~~|`)(?=\S)([^\n]*?\S)\1(?![\p{L}\p{N}])/gu, '$2')
    .replace(/\s+/gu, ' ')
    .trim();
}
