import { cleanText } from '#kernel/clean-text.ts';
import { jsonValuesIn } from '#language-model/domain/loose-json.ts';
import { unescapeTags } from '#language-model/domain/tagged.ts';

import { maxProposed, type PointSource, sourceTexts } from './point-source.ts';
import { distinct, MAX_POINT_LENGTH, type ProposedPoint } from './proposed-point.ts';
import { wordsOfSource } from './words-of-source.ts';

/** An answer in which nothing can be parsed. */
export class UnreadableProposal extends Error {
  constructor() {
    super('The answer of the point writer could not be read.');
    this.name = 'UnreadableProposal';
  }
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * The points of a point writer's answer whose sentence is in the source; others are dropped. Throws UnreadableProposal
 * if nothing can be parsed.
 */
export function parseProposal(response: string, source: PointSource): readonly ProposedPoint[] {
  const entries = entriesIn(jsonValuesIn(response, ['points']));
  if (!entries) throw new UnreadableProposal();
  const find = wordsOfSource(sourceTexts(source));
  return distinct(
    entries.flatMap(({ text, sentence }) => {
      if (typeof text !== 'string' || typeof sentence !== 'string') return [];
      const point = cleanText(unescapeTags(text)).replace(/\s+/gu, ' ').trim();
      const said = find(unescapeTags(sentence)) ?? find(sentence);
      return point === '' || point.length > MAX_POINT_LENGTH || said === null ? [] : [{ text: point, sentence: said }];
    }),
    maxProposed(source),
  );
}

/** The list in the answer's object, a bare list, or the remaining entries of a truncated answer. Null without one. */
function entriesIn(values: readonly unknown[]): readonly Fields[] | null {
  const objects = values.filter(isFields);
  const lists = [...objects.map((value) => value['points']), ...values].filter((value) => Array.isArray(value));
  const entries = [...lists.flat(), ...objects].filter(isFields).filter((entry) => 'sentence' in entry);
  return entries.length === 0 && lists.length === 0 ? null : entries;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
