/** A node of rendered Markdown, in the form of rehype's plugins. */
export interface RenderedNode {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: RenderedNode[];
  position?: { start: { offset?: number }; end: { offset?: number } } | undefined;
}

/** A part of a text: UTF-16 indices, the end exclusive. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns a function that maps an offset in the whole Markdown to an index in a rendered text. `source` is the Markdown
 * of this text, which begins at the offset `start`.
 */
export function renderedIndex(value: string, { source, start }: { readonly source: string; readonly start: number }) {
  const offsets = sourceOffsets(value, source);
  return (offset: number): number => {
    const index = offsets.findIndex((each) => start + each >= offset);
    return index < 0 ? value.length : index;
  };
}

/** The places to cut a text so that every range begins and ends at a cut. The `whole` ranges are never cut inside. */
export function cutsOf(value: string, ranges: readonly Range[], whole: readonly Range[]): readonly number[] {
  const cuts = new Set([0, value.length, ...[...ranges, ...whole].flatMap(({ from, to }) => [from, to])]);
  return [...cuts].filter((cut) => !whole.some(({ from, to }) => cut > from && cut < to)).sort((a, b) => a - b);
}

/**
 * Maps each UTF-16 unit of a rendered text, and its end, to an offset in its Markdown, where escapes, entities and
 * markup are longer than the text they render. A unit that is not found gets the offset at which the previous one ends.
 */
export function sourceOffsets(value: string, source: string): readonly number[] {
  if (value.length === source.length) return Array.from({ length: value.length + 1 }, (_, index) => index);
  const offsets: number[] = [];
  let at = 0;
  for (const unit of value) {
    // A match that is far away is not this unit, which was then written in another form, such as an entity.
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
