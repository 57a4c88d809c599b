import type { MessagePart } from '../protocol.ts';

/** Text and parts of a reply that have been shown. */
export interface ShownReply {
  readonly content: string;
  readonly parts: readonly MessagePart[];
}

export const NOTHING_SHOWN: ShownReply = { content: '', parts: [] };

export function isEmpty({ content, parts }: ShownReply): boolean {
  return content === '' && parts.length === 0;
}

/** Adds a part, or replaces the one with its id. */
export function withPart(parts: readonly MessagePart[], part: MessagePart): readonly MessagePart[] {
  const index = parts.findIndex(({ id }) => id === part.id);
  return index === -1 ? [...parts, part] : parts.with(index, part);
}

/** The field of a message or an event for parts; omitted if there are none. */
export function partsField(parts: readonly MessagePart[] | undefined): { parts?: MessagePart[] } {
  return parts && parts.length > 0 ? { parts: [...parts] } : {};
}

const lengths = new WeakMap<readonly MessagePart[], number>();

/** The size of parts in characters of JSON. Parts never change in place, so each array is measured once. */
export function partsLength(parts: readonly MessagePart[] | undefined): number {
  if (!parts) return 0;
  const known = lengths.get(parts);
  if (known !== undefined) return known;
  const length = JSON.stringify(parts).length;
  lengths.set(parts, length);
  return length;
}
