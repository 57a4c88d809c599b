import { createContext, type ReactNode } from 'react';

import { replaceTexts, type TreeNode } from '#text/domain/tree-texts.ts';

/**
 * Small elements inside a text, such as the number of a citation. They are written into the Markdown as characters of
 * the private use area, and become elements after the sanitizer.
 */
const OPEN = '\uE0F0';
const CLOSE = '\uE0F1';
const WRITTEN = /\uE0F0(\d{1,6})\uE0F1/gu;
const OURS = /[\uE0F0\uE0F1]/gu;

export const INLINE_MARK = 'inline-mark';

/** Renders the mark at an index. */
export const InlineMarkContext = createContext<(index: number) => ReactNode>(() => null);

/** The text with a mark at each offset, after the word that ends there. The index of a mark is that of its offset. */
export function withInlineMarks(text: string, offsets: readonly number[]): string {
  let written = '';
  let from = 0;
  for (const [index, offset] of offsets.entries()) {
    // Never before an earlier mark, so that marks keep their order.
    const at = Math.max(from, text.slice(0, offset).trimEnd().length);
    written += text.slice(from, at).replace(OURS, '') + OPEN + String(index) + CLOSE;
    from = at;
  }
  return written + text.slice(from).replace(OURS, '');
}

/** The text without its marks, for places where they cannot be elements. */
export const withoutInlineMarks = (text: string): string => text.replace(WRITTEN, '');

/** The rehype plugin that turns written marks into elements. */
export function inlineMarks() {
  return (tree: TreeNode): void => replaceTexts(tree, split);
}

function split(value: string): TreeNode[] {
  const nodes: TreeNode[] = [];
  let from = 0;
  for (const match of value.matchAll(WRITTEN)) {
    if (match.index > from) nodes.push({ type: 'text', value: value.slice(from, match.index) });
    nodes.push({ type: 'element', tagName: INLINE_MARK, properties: { index: Number(match[1]) }, children: [] });
    from = match.index + match[0].length;
  }
  if (from < value.length || nodes.length === 0) nodes.push({ type: 'text', value: value.slice(from) });
  return nodes;
}
