import type { PlatformId } from '#account/protocol.ts';
import { streamWords } from '#language-model/server/stream-words.ts';
import type { Library } from '#library/server/library.ts';
import { isGerman } from '#text/domain/language.ts';

import type { DraftMaterial, WrittenPiece } from '../../protocol.ts';
import { composeOutline } from '../domain/outline.ts';

export const EMBEDDED_WRITER = 'Embedded writer';

const MAX_SOURCES = 12;
const PASSAGES_PER_SOURCE = 3;
/** Earlier messages also name the subject of the draft. */
const MAX_SAID_BEFORE = 4;

interface Options {
  readonly library: () => Library;
  /** Milliseconds between two words. */
  readonly paceMs: number;
}

interface OutlineRequest {
  readonly person: string;
  readonly material: DraftMaterial;
  readonly platform: PlatformId;
  readonly isChange: boolean;
  readonly signal: AbortSignal;
}

/** Assembles an outline of cited passages, without a key and a network. */
export async function* writeOutline(
  { library, paceMs }: Options,
  { person, material, platform, isChange, signal }: OutlineRequest,
): AsyncIterable<WrittenPiece> {
  const { before, userMessage, sources } = material;
  const said = before.filter(({ author }) => author === 'person').slice(-MAX_SAID_BEFORE);
  const subject = [...said.map(({ content }) => content), userMessage].join('\n');
  const places = new Map(sources.map(({ entry }, documentIndex) => [entry.id, documentIndex]));
  const search = (isStrict: boolean) =>
    library().search({
      person,
      query: subject,
      filter: { sources: [...places.keys()] },
      limit: MAX_SOURCES,
      perSource: PASSAGES_PER_SOURCE,
      isStrict,
    });
  const hasSources = sources.length > 0;
  const close = hasSources && !isChange ? (await search(true)).passages : [];
  const found = close.length > 0 || !hasSources || isChange ? close : (await search(false)).passages;
  const pieces = composeOutline({
    platform,
    isGerman: isGerman(subject),
    hasSources,
    isChange,
    passages: found.flatMap(({ source, text }) => {
      const documentIndex = places.get(source.id);
      return documentIndex === undefined ? [] : [{ documentIndex, title: source.title, text }];
    }),
  });
  for (const piece of pieces)
    if (typeof piece === 'string') yield* streamWords(piece, paceMs, signal);
    else if (!signal.aborted) yield piece;
}
