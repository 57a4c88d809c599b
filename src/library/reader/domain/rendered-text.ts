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

/** The places to cut a text so that every range begins and ends at a cut. The `whole` ranges are not cut inside. */
export function cutsOf(value: string, ranges: readonly Range[], whole: readonly Range[]): readonly number[] {
  const cuts = new Set([0, value.length, ...[...ranges, ...whole].flatMap(({ from, to }) => [from, to])]);
  return [...cuts].filter((cut) => !whole.some(({ from, to }) => cut > from && cut < to)).sort((a, b) => a - b);
}

/**
 * The place of each UTF-16 unit of a rendered text in the Markdown that it was made from, and its end there: escapes,
 * entities and markup are longer than what they show. A unit that is not found stands where the one before it ends.
 */
export function sourceOffsets(value: string, source: string): readonly number[] {
  if (value.length === source.length) return Array.from({ length: value.length + 1 }, (_, index) => index);
  const offsets: number[] = [];
  let at = 0;
  for (const unit of value) {
    // A unit that is far away stands for something else, such as an entity.
    const ahead = source.slice(at, at + MAX_MARKUP + unit.length).indexOf(unit);
    for (let part = 0; part < unit.length; part += 1) offsets.push(ahead < 0 ? at : at + ahead + part);
    at += ahead < 0 ? entityLength(source, at) : ahead + unit.length;
  }
  offsets.push(source.length);
  return offsets;
}

const MAX_MARKUP = 12;

/** The length of the entity at an offset; 0 without one. */
function entityLength(source: string, at: number): number {
  return /^&#?\w{1,32};/.exec(source.slice(at, at + 40))?.[0].length ?? 0;
}
