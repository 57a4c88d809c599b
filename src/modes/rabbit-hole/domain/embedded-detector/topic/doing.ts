import { isAdjective } from './adjectives.ts';
import { ARTICLES, HELPERS, MODALS, RELATIVES, STATES } from './run-words.ts';
import { type Place, type Token } from './tokens.ts';
import { gerundOf, gerundOfParticiple, gerundOfThirdPerson, isBaseVerb } from './verbs.ts';

/** The agent and its verb: "animals can survive", "drugs that block receptors". */
export function doneBy(run: readonly Token[], since: readonly Token[], { form }: Token): Token | null {
  const isHelped = since.every((each) => MODALS.has(each.form) && each.form !== 'to');
  const isRelative = since.length === 1 && RELATIVES.has(since[0]?.form ?? '');
  if ((!isHelped && !isRelative) || run.some(({ raw }) => raw.endsWith('ing'))) return null;
  const raw = isBaseVerb(form) ? gerundOf(form) : isRelative ? gerundOfThirdPerson(form) : null;
  return raw === null ? null : { raw, form };
}

/** The verb between agent and object: "plants making caffeine", "spiders getting drunk", "animals surviving". */
export function doingOf(since: readonly Token[], { run, lead, next }: Place): readonly Token[] | null {
  const [verb, ...more] = since;
  if (!verb || !next || run.some(({ raw }) => raw.endsWith('ing'))) return null;
  const state = STATES.get(verb.form);
  if (state !== undefined && more.length === 0 && isAdjective(next.form)) return [{ raw: state, form: state }];
  const isHelped = lead.some((each) => HELPERS.has(each.form)) && more.every((each) => ARTICLES.has(each.form));
  return isHelped && verb.form === 'make' ? [{ raw: 'making', form: 'making' }, ...more] : null;
}

/** Keeps an article: "the moon". */
export function withArticle(run: readonly Token[], lead: readonly Token[]): readonly Token[] {
  const last = lead.at(-1);
  return last?.form === 'the' && run.length > 0 ? [{ raw: 'the', form: 'the' }, ...run] : run;
}

export function asGerund({ raw, form }: Token): Token {
  const gerund = gerundOfParticiple(form);
  return gerund === null ? { raw, form } : { raw: gerund, form: gerund };
}
