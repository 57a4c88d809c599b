import { sourceOffsets } from './source-offsets.ts';

/** A node of what is rendered from Markdown, as the plugins of rehype have it. */
export interface RenderedNode {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: RenderedNode[];
  position?: { start: { offset?: number }; end: { offset?: number } } | undefined;
}

/** A part of a text: UTF-16 indices, the end excluded. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * Finds the index in a rendered text for an offset into the whole Markdown. `source` is the text's own Markdown, which
 * begins at the offset `start`.
 */
export function renderedIndex(value: string, { source, start }: { readonly source: string; readonly start: number }) {
  const offsets = sourceOffsets(value, source);
  return (offset: number): number => {
    const index = offsets.findIndex((each) => start + each >= offset);
    return index < 0 ? value.length : index;
  };
}

/** Where to cut a text so that every range begins and ends at a cut. The `whole` ranges are not cut inside. */
export function cutsOf(value: string, ranges: readonly Range[], whole: readonly Range[]): readonly number[] {
  const cuts = new Set([0, value.length, ...[...ranges, ...whole].flatMap(({ from, to }) => [from, to])]);
  return [...cuts].filter((cut) => !whole.some(({ from, to }) => cut > from && cut < to)).sort((a, b) => a - b);
}
