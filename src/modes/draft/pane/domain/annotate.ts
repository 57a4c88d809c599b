import { cutsOf, renderedIndex, type RenderedNode as Node } from '#library/reader/domain/rendered-text.ts';
import { keptFormulas } from '#text/domain/kept-signs.ts';

export const MARK_ELEMENT = 'draft-mark';
export const FLAG_ELEMENT = 'draft-flag';

/** The flags of a paragraph, with UTF-16 offsets into its Markdown. Must survive JSON. */
export interface Annotations {
  /** In order, without overlaps. `index`: the index of the flag in its draft. */
  readonly flags: readonly { readonly start: number; readonly end: number; readonly index: number }[];
}

const WRITTEN = /\[\^(\d{1,6})\]/g;

/**
 * A rehype plugin that replaces citation marks by elements, numbered in order, and wraps flagged words in elements. Use
 * it after the sanitizer.
 */
export function annotate({ flags }: Annotations) {
  return (tree: Node, file: { value: unknown }) => {
    const text = String(file.value);
    let marks = 0;
    const visit = (node: Node) => {
      node.children = node.children?.flatMap((child) => {
        if (child.type === 'text') return annotated(child);
        // A mark in code is text.
        if (child.tagName !== 'code') visit(child);
        return [child];
      }) as Node[];
      if (node.children === undefined) delete node.children;
    };
    const flagsIn = (value: string, [start, end]: readonly (number | undefined)[]) => {
      if (start === undefined || end === undefined) return [];
      const near = flags.filter((flag) => flag.start < end && flag.end > start);
      if (near.length === 0) return [];
      const indexOf = renderedIndex(value, { source: text.slice(start, end), start });
      return near.map((flag) => ({ from: indexOf(flag.start), to: indexOf(flag.end), index: flag.index }));
    };
    const annotated = (node: Node): Node[] => {
      const value = node.value ?? '';
      const marked = [...value.matchAll(WRITTEN)].map(({ index, 0: written, 1: number }) => ({
        from: index,
        to: index + written.length,
        number: Number(number),
      }));
      const ranges = flagsIn(value, [node.position?.start.offset, node.position?.end.offset]);
      if (marked.length === 0 && ranges.length === 0) return [node];
      const ordered = cutsOf(value, ranges, [...marked, ...keptFormulas(value)]);
      return ordered.slice(0, -1).map((from, at): Node => {
        const to = ordered[at + 1] ?? value.length;
        const mark = marked.find((each) => each.from === from);
        if (mark) return element(MARK_ELEMENT, { index: marks++, number: mark.number }, []);
        const piece: Node = { type: 'text', value: value.slice(from, to) };
        const flag = ranges.find((range) => range.from < to && range.to > from);
        return flag ? element(FLAG_ELEMENT, { index: flag.index }, [piece]) : piece;
      });
    };
    visit(tree);
  };
}

function element(tagName: string, properties: Record<string, unknown>, children: Node[]): Node {
  return { type: 'element', tagName, properties, children };
}
