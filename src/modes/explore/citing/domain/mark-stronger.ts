import type { CitedPlace } from '#library/storage/domain/check-citation.ts';
import type { SourceCitationPart } from '#library/storage/protocol.ts';
import { citedSentences } from '#text/domain/strength/cited-sentences.ts';
import { strengthWords } from '#text/domain/strength/strength-words.ts';
import { strongerThan } from '#text/domain/strength/stronger.ts';

export interface CitedSentence {
  readonly claim: string;
  /** The rest of its paragraph. */
  readonly beside: string;
  readonly cited: readonly {
    readonly part: SourceCitationPart;
    readonly source: string;
    readonly around: string;
  }[];
}

export function sentencesCiting(reply: string, places: readonly CitedPlace[]): readonly CitedSentence[] {
  const sentences = new Map<string, { claim: string; beside: string; cited: CitedSentence['cited'][number][] }>();
  for (const { part, text, found } of places) {
    const end = reply.slice(0, part.at).trimEnd().length;
    const own = citedSentences(reply, { start: Math.max(0, end - 1), end });
    const key = `${own.source}\n${own.around}`;
    const sentence = sentences.get(key) ?? { claim: own.source, beside: own.around, cited: [] };
    sentence.cited.push({ part, ...citedSentences(text, found) });
    sentences.set(key, sentence);
  }
  return [...sentences.values()];
}

/** The citations of sentences that, by the rules of code, may claim more than the quotes support. */
export function markStronger(sentences: readonly CitedSentence[], titles: string): readonly SourceCitationPart[] {
  return sentences.flatMap(({ claim, beside, cited }) => {
    const source = cited.map((each) => each.source).join('\n');
    const around = `${titles} ${cited.map((each) => each.around).join(' ')}`;
    const stronger = strongerThan({ source, around, claim, beside });
    if (!stronger) return [];
    const own = cited.filter((each) => stronger.isAdded || each.source.includes(stronger.words));
    const reason = strengthWords(stronger);
    return own.map((each) => ({ ...each.part, stronger: { reason, claim, source: each.source } }));
  });
}
