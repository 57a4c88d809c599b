import type { Message } from '#session/protocol.ts';

import type { DraftCitation, DraftCitationPart, DraftPart, DraftTextPart } from '../../protocol.ts';
import {
  markCitations,
  type MarkedCitation,
  type PlacedCitation,
  placeCitations,
} from '../../text/domain/citations/place-citations.ts';

export interface WrittenDraft<Citation = DraftCitation> {
  readonly head: DraftPart;
  /** Markdown with citation marks. */
  readonly text: string;
  readonly citations: readonly Citation[];
}

type Reply = Pick<Message, 'parts'>;

/**
 * The complete drafts of a reply. `before`: the replies that it continues, oldest first. A draft without text is left
 * out.
 */
export function draftsOfReply(reply: Reply, before: readonly Reply[] = []): readonly WrittenDraft[] {
  return blocksOf(reply, before).map(({ head, text, cited }) => ({
    head,
    ...placeCitations({ text, start: 0 }, cited),
  }));
}

/** The draft that a reply is writing, or wrote last; null without one. */
export function growingDraft(reply: Reply, before: readonly Reply[]): WrittenDraft<MarkedCitation> | null {
  const last = blocksOf(reply, before).at(-1);
  return last ? { head: last.head, ...markCitations({ text: last.text, start: 0 }, last.cited) } : null;
}

function blocksOf(reply: Reply, before: readonly Reply[]) {
  const all = [...before, reply].flatMap(({ parts = [] }) => parts);
  const latest = new Map((reply.parts ?? []).filter(isHead).map((head) => [head.block, head]));
  return [...latest.values()].flatMap((head) => {
    const text = all.flatMap((part) => (isText(part) && part.block === head.block ? [part.text] : [])).join('');
    if (text.trim() === '') return [];
    const cited = all.filter((part): part is DraftCitationPart => isCited(part) && part.block === head.block);
    return [{ head, text, cited: cited.flatMap(toPlaced) }];
  });
}

type Part = NonNullable<Message['parts']>[number];
const isHead = (part: Part): part is DraftPart => part.type === 'draft';
const isText = (part: Part): part is DraftTextPart => part.type === 'draft-text';
const isCited = (part: Part): part is DraftCitationPart => part.type === 'draft-citation';

/** Empty for a citation of a source that the model was not given. */
function toPlaced({ at, source, quote, range, stronger }: DraftCitationPart): readonly PlacedCitation[] {
  if (!source) return [];
  const { id: sourceId, title, url, version: sourceVersion } = source;
  // Findings of the rules are not stored, because each reading finds them again.
  const found = stronger?.foundBy === undefined ? {} : { stronger: `${stronger.foundBy} says: ${stronger.reason}` };
  return [{ at, sourceId, title, url, quote, sourceVersion, ...(range && { range }), ...found }];
}
