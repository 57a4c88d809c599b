import { sourceOffsets } from '#library/reader/domain/source-offsets.ts';

export const MARK_ELEMENT = 'draft-mark';
export const FLAG_ELEMENT = 'draft-flag';

/** What is shown in a paragraph. UTF-16 offsets into it. Must survive JSON. */
export interface Annotations {
  /** In order, without overlaps. `index`: of the flag in its draft. */
  readonly flags: readonly { readonly start: number; readonly end: number; readonly index: number }[];
}

interface Node {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: Node[];
  position?: { start: { offset?: number }; end: { offset?: number } } | undefined;
}

const WRITTEN = /\[\^(\d{1,6})\]/g;

/**
 * A rehype plugin that makes elements of citation marks, numbered in their order, and puts elements around flagged words.
 * Use it after the sanitizer.
 */
export function annotate({ flags }: Annotations) {
  return (tree: Node, file: { value: unknown }) => {
    const text = String(file.value);
    let marks = 0;
    const visit = (node: Node) => {
      node.children = node.children?.flatMap((child) => {
        if (child.type === 'text') return annotated(child);
        // In code a mark is text.
        if (child.tagName !== 'code') visit(child);
        return [child];
      }) as Node[];
      if (node.children === undefined) delete node.children;
    };
    const annotated = (node: Node): Node[] => {
      const value = node.value ?? '';
      const [start, end] = [node.position?.start.offset, node.position?.end.offset];
      const found = [...value.matchAll(WRITTEN)];
      const near =
        start === undefined || end === undefined ? [] : flags.filter((flag) => flag.start < end && flag.end > start);
      if (found.length === 0 && near.length === 0) return [node];
      const offsets = near.length > 0 ? sourceOffsets(value, text.slice(start, end)) : [];
      const indexOf = (offset: number) => {
        const index = offsets.findIndex((each) => (start ?? 0) + each >= offset);
        return index < 0 ? value.length : index;
      };
      const ranges = near.map((flag) => ({ from: indexOf(flag.start), to: indexOf(flag.end), index: flag.index }));
      const cuts = new Set([0, value.length]);
      for (const { from, to } of ranges) cuts.add(from).add(to);
      for (const { index, 0: written } of found) cuts.add(index).add(index + written.length);
      const isInsideMark = (cut: number) =>
        found.some(({ index, 0: written }) => cut > index && cut < index + written.length);
      const ordered = [...cuts].filter((cut) => !isInsideMark(cut)).toSorted((one, other) => one - other);
      return ordered.slice(0, -1).map((from, at): Node => {
        const to = ordered[at + 1] ?? value.length;
        const mark = found.find(({ index }) => index === from);
        if (mark) return element(MARK_ELEMENT, { index: marks++, number: Number(mark[1]) }, []);
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
