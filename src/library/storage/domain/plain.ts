/** Markdown as its words are read: without marks of headings, lists, emphasis, links, images, code and HTML. */
export function plain(markdown: string): string {
  return markdown
    .replace(/^---\n[\s\S]*?\n---(?:\n|$)/, '')
    .replace(/!?\[\[([^[\]\n|]+)(?:\|([^[\]\n]+))?\]\]/g, (_, target: string, label?: string) => label ?? target)
    .replace(/!\[([^\]\n]*)\]\([^)\n]*\)/g, '$1')
    .replace(/\[([^\]\n]*)\]\([^)\n]*\)/g, '$1')
    .replace(/^\s*(?:```|~~~).*$/gm, '')
    .replace(/^\s*(?:[-*_]\s*){3,}$/gm, '')
    .replace(/^[ \t]*\|?[ \t:|]*-[ \t:|-]*\|[ \t:|-]*$/gm, '')
    .replace(/^[ \t]*(?:#{1,6}|>|[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/gm, '')
    .replace(/<\/?[a-z][^<>\n]*>/gi, '')
    .replace(/(\*\*|__|~~|`)(?=\S)([^\n]*?\S)\1/g, '$2')
    .replace(/(?<![\p{L}\p{N}])([*_])(?=\S)([^\n*_]*?\S)\1(?![\p{L}\p{N}])/gu, '$2')
    .replace(/\\([\\`*_{}[\]()#+.!>~|-])/g, '$1');
}
