import { isAdjective, standsBehind } from './adjectives.ts';
import { BE, GOES_ON, LINKS, PASSIVE, SUBJECTS } from './run-words.ts';
import { isBreak, type Place, type Token } from './tokens.ts';
import { gerundOfParticiple } from './verbs.ts';

/** "Tea is decaffeinated": the participle comes first in the name. */
export function isPassive(since: readonly Token[], { form }: Token): boolean {
  return (
    since.some((each) => PASSIVE.has(each.form)) &&
    since.every((each) => !LINKS.has(each.form) && /^\p{L}/u.test(each.form) && !SUBJECTS.has(each.form)) &&
    gerundOfParticiple(form) !== null &&
    !isAdjective(form)
  );
}

/** "How is tea decaffeinated", "why is the sky blue". */
export function isInverted({ form }: Token, { run, lead, next }: Place): boolean {
  const ends = isEnd(next) && !LINKS.has(run.at(-1)?.form ?? '');
  const isDone = lead.some((each) => PASSIVE.has(each.form)) && gerundOfParticiple(form) !== null;
  // "Is chocolate toxic to dogs": the rest depends on it.
  const isSaidOf =
    !GOES_ON.has(next?.form ?? '') &&
    lead.some(({ form: each }) => PASSIVE.has(each) || each === 'makes') &&
    isAdjective(form);
  return ends && (isDone || isSaidOf);
}

interface Saying {
  readonly run: readonly Token[];
  readonly since: readonly Token[];
  readonly next: Token | undefined;
}

/** The position of the adjective: "bananas are radioactive", "cats are afraid of cucumbers"; null if there is none. */
export function placeOfSaid({ form }: Token, { run, since, next }: Saying): 'before' | 'behind' | 'nowhere' | null {
  const [link, ...more] = since;
  const isPlain = run.every((each) => !LINKS.has(each.form) && each.isDoing !== true && !each.raw.endsWith('ing'));
  if (!isPlain || !link || !BE.has(link.form) || more.length > 0 || !isAdjective(form)) return null;
  if (GOES_ON.has(next?.form ?? '')) return 'behind';
  return isEnd(next) ? (standsBehind(form) ? 'nowhere' : 'before') : null;
}

/** A nationality, a second adjective, or a predicate-only adjective. */
export function addsNothing({ raw, form }: Token, { run, lead, next }: Place): boolean {
  if (!isEnd(next) || GOES_ON.has(next?.form ?? '') || lead.every((each) => !BE.has(each.form))) return false;
  const isNation = /^\p{Lu}\p{Ll}+(?:ian|ican|ish|ese|ean)$/u.test(raw);
  return isNation || standsBehind(form) || (isAdjective(form) && isAdjective(run[0]?.form ?? ''));
}

function isEnd(next: Token | undefined): boolean {
  return !next || /[^l]ly$/.test(next.form) || (isBreak(next) && next.form !== 'after');
}
