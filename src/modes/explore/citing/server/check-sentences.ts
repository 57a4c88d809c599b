import type { Usage } from '#language-model/domain/chunk.ts';
import type { RoleModel } from '#language-model/server/role-models.ts';
import { wholeAnswer } from '#language-model/server/whole-answer.ts';
import type { Log } from '#session/server/dependencies.ts';

import type { ExplorePart } from '../../protocol.ts';
import { buildCheckPrompt, parseCheck } from '../domain/check-prompt.ts';
import { type CitedSentence, markStronger } from '../domain/mark-stronger.ts';

/** The reply is not complete until the check ends. */
const MAX_CHECK_MS = 20_000;

interface CheckDependencies {
  /** Null while the role is off. */
  readonly checkerOf: (person: string) => Promise<RoleModel | null>;
  readonly log: Log;
}

interface CheckWork {
  readonly person: string;
  readonly session: string | null;
  readonly signal: AbortSignal;
  /** Titles of the sources: a figure may come from a title. */
  readonly titles: string;
}

/**
 * Marks the citations of sentences that may claim more than the quotes support: by rules, then by the checker's model.
 */
export async function* checkSentences(
  { checkerOf, log }: CheckDependencies,
  { person, session, signal, titles }: CheckWork,
  sentences: readonly CitedSentence[],
): AsyncGenerator<ExplorePart> {
  if (sentences.length === 0 || signal.aborted) return;
  const marked = markStronger(sentences, titles);
  yield* marked;
  const checker = await checkerOf(person);
  if (!checker) return;
  let used: Usage | undefined;
  const part = (isDone: boolean): ExplorePart => ({
    id: 'check',
    type: 'check',
    name: checker.name,
    isDone,
    costMicros: used ? checker.costOf(used) : null,
  });
  try {
    const { text } = await wholeAnswer(checker, buildCheckPrompt(sentences), {
      session,
      signal: AbortSignal.any([signal, AbortSignal.timeout(MAX_CHECK_MS)]),
      withinMs: MAX_CHECK_MS,
      onUsage: (usage) => (used = usage),
    });
    const found = parseCheck(text, sentences);
    const known = new Set(marked.map(({ id }) => id));
    for (const { sentence, reason } of found ?? [])
      for (const { part: citation, source } of sentence.cited)
        if (!known.has(citation.id))
          yield { ...citation, stronger: { reason, claim: sentence.claim, source, foundBy: checker.name } };
    yield part(found !== null);
  } catch (error) {
    if (signal.aborted) return;
    log.warn(`The checker failed: ${error instanceof Error ? error.message : String(error)}`);
    yield part(false);
  }
}
