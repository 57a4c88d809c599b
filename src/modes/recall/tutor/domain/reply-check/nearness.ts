import type { Point } from '../../../evaluator/domain/evaluation.ts';
import { createGuard, type GuardedPoint } from './guard.ts';
import { asWritten, says, saysAllOf, spokenIn, stemsIn } from './spoken-words.ts';

/** A text with this share of an open point's telling words is near it; several texts together can have more. */
const NEAR = 1 / 3;
const NEAR_TOGETHER = 1 / 2;
/** Minimum digits of a number that is significant alone, such as a year. */
const LONG_NUMBER = 3;

/**
 * Returns a function that decides for texts by others, one after another, whether each is far from every open point,
 * alone and together with the earlier far ones. Stricter than the check of a reply: neither the order of words nor what
 * the person has already said excuses a match.
 */
export function createNearness(points: readonly Point[], open: readonly Point[], title: string) {
  const openIds = new Set(open.map(({ id }) => id));
  const guard = createGuard({ points, openIds, title, probeId: null, asked: '', said: '' });
  let kept = '';

  function shareIn(text: string): number {
    const spoken = spokenIn(text, guard.lexicon);
    const written = asWritten(text);
    return Math.max(
      0,
      ...guard.open.map(({ point, words, fresh }) => {
        const whole = asWritten(point.text);
        if (saysAllOf(text, point.text) || (whole !== '' && written.includes(whole))) return 1;
        const inQuestion = stemsIn(point.question ?? '', guard.lexicon);
        const own = fresh.filter(({ stem }) => !inQuestion.has(stem));
        const saidOf = (of: GuardedPoint['words']) => of.filter((word) => says(spoken, word));
        const brought = saidOf(own);
        // A point whose words are all in view anyway is only near if the text has all of them.
        if (own.length === 0) return words.length > 0 && saidOf(words).length === words.length ? 1 : 0;
        if (brought.length === 0) return 0;
        if (brought.some(({ stem, isNumber }) => isNumber && stem.replace(/\D/gu, '').length >= LONG_NUMBER)) return 1;
        return Math.max(brought.length / own.length, saidOf(words).length / words.length);
      }),
    );
  }

  return (text: string): boolean => {
    if (shareIn(text) >= NEAR || shareIn(`${kept}\n${text}`) >= NEAR_TOGETHER) return false;
    kept += `\n${text}`;
    return true;
  };
}
