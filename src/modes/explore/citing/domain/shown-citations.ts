import type { SourceCitationPart } from '#library/storage/protocol.ts';
import type { MessagePart } from '#session/protocol.ts';

/** A citation with the number by which a reply shows its source. */
export interface ShownCitation {
  readonly part: SourceCitationPart;
  /** 1 for the source that is cited first; the same for all citations of a source. */
  readonly number: number;
}

export function isCitation(part: MessagePart): part is SourceCitationPart {
  return part.type === 'source-citation';
}

/** The citations of a reply in the order of its text. A quote is shown once at one place. */
export function shownCitations(parts: readonly MessagePart[]): readonly ShownCitation[] {
  const numbers = new Map<string, number>();
  const shown: ShownCitation[] = [];
  for (const part of parts.filter(isCitation).toSorted((one, other) => one.at - other.at)) {
    const key = part.source?.id ?? `unknown ${part.quote}`;
    const number = numbers.get(key) ?? numbers.size + 1;
    numbers.set(key, number);
    const isRepeated = shown.some(
      (other) => other.number === number && other.part.at === part.at && other.part.quote === part.quote,
    );
    if (!isRepeated) shown.push({ part, number });
  }
  return shown;
}
