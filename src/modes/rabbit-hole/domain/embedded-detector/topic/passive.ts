import { isAdjective } from './adjectives.ts';
import { LINKS, PASSIVE, SUBJECTS } from './run-words.ts';
import { isBreak, type Token } from './tokens.ts';
import { gerundOfParticiple } from './verbs.ts';

/** "Tea is decaffeinated": what happens to it comes first. */
export function isPassive(since: readonly Token[], { form }: Token): boolean {
  return (
    since.some((each) => PASSIVE.has(each.form)) &&
    since.every((each) => !LINKS.has(each.form) && /^\p{L}/u.test(each.form) && !SUBJECTS.has(each.form)) &&
    gerundOfParticiple(form) !== null &&
    !isAdjective(form)
  );
}

/** "How is tea decaffeinated", "why is the sky blue". */
export function isInverted({ form }: Token, lead: readonly Token[], next: Token | undefined): boolean {
  const ends = !next || (isBreak(next) && next.form !== 'after');
  const isDone = lead.some((each) => PASSIVE.has(each.form)) && gerundOfParticiple(form) !== null;
  const isSaidOf = lead.some(({ form: each }) => PASSIVE.has(each) || each === 'makes') && isAdjective(form);
  return ends && (isDone || isSaidOf);
}
