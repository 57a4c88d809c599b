import { cleanText } from '#kernel/clean-text.ts';
import { type Fields, isFields, jsonValuesIn } from '#language-model/domain/loose-json.ts';
import { unescapeTags } from '#language-model/domain/tagged.ts';
import { trimEnds } from '#text/domain/trim-ends.ts';

import { leansOnOthers } from './leaning.ts';
import {
  distinct,
  MAX_POINT_LENGTH,
  maxProposed,
  type PointSource,
  type ProposedPoint,
  sourceTexts,
} from './point-source.ts';

/** Minimum number of letters of a significant sentence. */
const MIN_LETTERS = 4;

const SPACED = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}]/u;

/**
 * The points of a point writer's answer that stand alone and whose sentence is in the source; drops others. Null if
 * nothing can be parsed.
 */
export function parseProposal(response: string, source: PointSource): readonly ProposedPoint[] | null {
  const entries = entriesIn(jsonValuesIn(response, ['points']));
  if (!entries) return null;
  const find = wordsOfSource(sourceTexts(source));
  return distinct(
    entries.flatMap(({ text, sentence, question }) => {
      if (typeof text !== 'string' || typeof sentence !== 'string') return [];
      const point = inOneLine(text);
      const asked = typeof question === 'string' ? inOneLine(question) : '';
      const said = find(unescapeTags(sentence)) ?? find(sentence);
      if (point === '' || point.length > MAX_POINT_LENGTH || leansOnOthers(point) || said === null) return [];
      const isAsked = asked !== '' && asked.length <= MAX_POINT_LENGTH;
      const step = source.form === 'agent' && { step: said.at };
      return [{ text: point, sentence: said.words, ...(isAsked && { question: asked }), ...step }];
    }),
    maxProposed(source),
  );
}

function inOneLine(text: string): string {
  return cleanText(unescapeTags(text)).replace(/\s+/gu, ' ').trim();
}

/** The list in the answer's object, a bare list, or the complete entries of a truncated answer. Null without one. */
function entriesIn(values: readonly unknown[]): readonly Fields[] | null {
  const objects = values.filter(isFields);
  const lists = [...objects.map((value) => value['points']), ...values].filter((value) => Array.isArray(value));
  const entries = [...lists.flat(), ...objects].filter(isFields).filter((entry) => 'sentence' in entry);
  return entries.length === 0 && lists.length === 0 ? null : entries;
}

/**
 * Finds a sentence in the source's texts and returns it as written there, with white space folded, and the index of the
 * text; null if absent.
 * Quotation marks are compared in plain form; a final full stop, surrounding quotation marks and ellipses are
 * ignored.
 */
function wordsOfSource(
  texts: readonly string[],
): (sentence: string) => { readonly words: string; readonly at: number } | null {
  const said = texts.map((text) => text.replace(/\s+/gu, ' ').trim());
  const plain = said.map(plainMarks);
  return (sentence) => {
    const whole = plainMarks(sentence.replace(/\s+/gu, ' ').trim());
    const bare = trimEnds(whole, /["'.…\s]/u);
    for (const wanted of [whole, bare]) {
      if ((wanted.match(/[\p{L}\p{N}]/gu)?.length ?? 0) < MIN_LETTERS) continue;
      for (const [index, text] of plain.entries()) {
        const at = wholeWordsAt(text, wanted);
        if (at >= 0) return { words: said[index]?.slice(at, at + wanted.length) ?? '', at: index };
      }
    }
    return null;
  };
}

/** Replaces marks one for one, so that positions stay the same. */
function plainMarks(text: string): string {
  return text.replace(/[‘’]/gu, "'").replace(/[“”„]/gu, '"');
}

/** The position of a match at word boundaries; scripts without spaces have none. */
function wholeWordsAt(text: string, wanted: string): number {
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const cutsBefore = SPACED.test(text[at - 1] ?? '') && SPACED.test(wanted[0] ?? '');
    const cutsBehind = SPACED.test(text[at + wanted.length] ?? '') && SPACED.test(wanted.at(-1) ?? '');
    if (!cutsBefore && !cutsBehind) return at;
  }
  return -1;
}
