import { vagueWords } from '#text/domain/function-words.ts';

import { ASKERS, DOERS, HAVE, HELPERS, LINKS, MODALS, OTHER_VERBS, VERBS } from './run-words.ts';
import { isBreak, type Place, type Token } from './tokens.ts';
import { gerundOf, gerundOfParticiple, gerundOfPast, gerundOfThirdPerson, isBaseVerb, isThirdPerson } from './verbs.ts';

function isDoer({ form }: Token): boolean {
  return DOERS.has(form);
}

/** Turns verbs into nouns: "do volcanoes erupt" becomes "volcanoes erupting". */
export function asNoun(token: Token, { run, lead, next }: Place): Token {
  const { form } = token;
  const isHelped = lead.some((each) => HELPERS.has(each.form)) && !VERBS.has(lead.at(-1)?.form ?? '');
  const before = run.at(-1);
  const changed = (raw: string | null): Token => (raw === null ? token : { raw, form });
  if (lead.length > 0 && run.length === 0) {
    const last = lead.at(-1)?.form ?? '';
    if (ASKERS.has(last)) return changed(gerundOfParticiple(form) ?? gerundOfPast(form) ?? gerundOfThirdPerson(form));
    if (HAVE.has(lead.at(-2)?.form ?? '')) return changed(gerundOfParticiple(form));
    if (!isBaseVerb(form)) return token;
    if (DOERS.has(last))
      return { raw: gerundOf(form), form: vagueWords.has(form) ? form : gerundOf(form), isDoing: true };
    return MODALS.has(last) ? changed(gerundOf(form)) : token;
  }
  if (before && !isHelped && /[^e]ed$/.test(form) && (!next || isBreak(next))) return changed(gerundOfParticiple(form));
  if (!before || LINKS.has(before.form) || run.some(({ raw }) => raw.endsWith('ing'))) return token;
  const past = isThirdPerson(form) ? gerundOfThirdPerson(form) : gerundOfPast(form);
  if (past !== null) return changed(past);
  if (lead.some((each) => HAVE.has(each.form))) return changed(gerundOfParticiple(form));
  // "How does birth control work" already has its verb.
  if (isHelped && OTHER_VERBS.has(next?.form ?? '')) return token;
  const isPlural = /[^isu]s$/.test(before.form) && !/^\p{Lu}+$/u.test(before.raw);
  const ends = !next || isBreak(next);
  const isMade = ends && lead.at(-1)?.form === 'makes' && ASKERS.has(lead.at(-2)?.form ?? '');
  const isVerb = isBaseVerb(form) && (isHelped || isMade || isPlural || isDoer(before));
  const follows = isHelped && isPlural && ends && form.length > 3 && !form.endsWith('s');
  return (isVerb || follows) && !(next?.form.endsWith('ing') && next.form !== 'during')
    ? changed(gerundOf(form))
    : token;
}
