import type { SpokenMessage } from '#session/domain/spoken.ts';

import { fixedPart } from './words/words.ts';

/** Earlier messages in which a phrase is looked for. */
const REMEMBERED = 40;

/** The phrases, those first that the tutor has not said for longest. Equal conversations get equal orders. */
export function freshestFirst(phrases: readonly string[], history: readonly SpokenMessage[]): readonly string[] {
  const said = history.filter(({ author }) => author === 'assistant').slice(-REMEMBERED);
  const lastSaid = (phrase: string) => {
    const part = fixedPart(phrase);
    return said.findLastIndex(({ content }) => content.includes(part));
  };
  return phrases
    .map((phrase) => ({ phrase, at: lastSaid(phrase) }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ phrase }) => phrase);
}

export function freshest(phrases: readonly string[], history: readonly SpokenMessage[]): string {
  return freshestFirst(phrases, history)[0] ?? '';
}
