import { foldForm } from '#text/domain/stems.ts';

import { isAdjective } from './adjectives.ts';
import { asGerund, doingOf, doneBy, withArticle } from './doing.ts';
import { addsNothing, isInverted, isPassive, placeOfSaid } from './passive.ts';
import { ARTICLES, ASIDES, CHOICES, DO, EXAMPLES, HELPERS, LINKS, SUBJECTS } from './run-words.ts';
import { isBreak, type Token, tokensOf } from './tokens.ts';
import { asNoun } from './verb-to-noun.ts';
import { isBaseVerb } from './verbs.ts';

/** A stretch of words that could be a name. */
export interface Run {
  readonly tokens: readonly Token[];
  /** One of several examples ("animals like lizards"), or a purpose ("to kill insects"). */
  readonly isAside: boolean;
  /** The pronoun that acts ("it", "they") if the run may be a verb; else null. */
  readonly by: string | null;
}

export function runsOf(sentence: string, inGerman: boolean): readonly Run[] {
  const tokens = tokensOf(sentence, inGerman);
  const runs: Run[] = [];
  let run: Token[] = [];
  let between: Token[] = [];
  let since: Token[] = [];
  let isHelped = false;
  const close = (isEnd = false) => {
    // "Do cats like coffee": nothing after it that they would do.
    const likes =
      isEnd &&
      isHelped &&
      since.length === 0 &&
      between.length === 1 &&
      between[0]?.form === 'like' &&
      run.every(({ raw }) => !raw.endsWith('ing'));
    const { form: by } = between.at(-1) ?? { form: '' };
    const isBy = SUBJECTS.has(by) || by === 'others';
    if (run.length > 0)
      runs.push({
        tokens: withoutLateVerb(run, between),
        isAside: isAside(run, between) && !likes,
        by: isBy ? by : null,
      });
    isHelped = between.some(({ form }) => DO.has(form));
    run = [];
  };
  for (const [at, token] of tokens.entries()) {
    const isContent = !isBreak(token) || (run.length > 0 && isPassive(since, token));
    if (isContent && run.length > 0 && since.length > 0) {
      const place = placeOfSaid(token, { run, since, next: tokens[at + 1] });
      if (place !== null) {
        run = [...(place === 'before' ? [token] : []), ...run, ...(place === 'behind' ? [token] : [])];
        since = [];
        continue;
      }
      const done = doneBy(run, since, token);
      if (done) {
        run.push(done);
        since = [];
        continue;
      }
      if (isPassive(since, token) && run.every(({ form }) => !LINKS.has(form) || form === 'of')) {
        if (tokens[at + 1]?.form !== 'after') run = [asGerund(token), ...withArticle(run, between)];
        since = [];
        continue;
      }
      const doing = doingOf(since, { run, lead: between, next: token });
      if (doing) run.push(...doing);
      else if (linksOn(since, run.at(-1)) && !isPurpose(since, token)) run.push(...joining(since));
      else {
        close();
        between = since;
      }
      since = [];
    } else if (isContent && run.length === 0) {
      between = since;
      since = [];
    }
    const place = { run, lead: between, next: tokens[at + 1] };
    if (isContent && run.length > 0 && addsNothing(token, place)) continue;
    if (isContent && run.length > 0 && isInverted(token, place))
      run = isAdjective(token.form) ? [token, ...run] : [asGerund(token), ...withArticle(run, between)];
    else if (isContent) run.push(asNoun(token, place));
    else since.push(token);
  }
  close(true);
  return runs;
}

function isAside(run: readonly Token[], between: readonly Token[]): boolean {
  const last = between.findLastIndex(({ form }) => !ARTICLES.has(form));
  return (
    EXAMPLES.has(between[last]?.form ?? '') ||
    between.some(({ form }) => ASIDES.has(form)) ||
    (between[last]?.form === 'to' && run[0] !== undefined && isBaseVerb(run[0].form))
  );
}

/** "Does global warming affect this": a word not yet known as a noun stays a verb after one that looks like a verb. */
function withoutLateVerb(run: readonly Token[], lead: readonly Token[]): readonly Token[] {
  const [before, last] = run.slice(-2);
  const isLate = last !== undefined && before?.raw.endsWith('ing') === true && isBaseVerb(last.raw);
  return isLate && lead.some(({ form }) => HELPERS.has(form)) ? run.slice(0, -1) : run;
}

/** "Plants make caffeine to kill insects". */
function isPurpose(since: readonly Token[], { form }: Token): boolean {
  return since.at(-1)?.form === 'to' && isBaseVerb(form);
}

/** "Moth and a butterfly" becomes "moth and butterfly". */
function joining(since: readonly Token[]): readonly Token[] {
  return CHOICES.has(since[0]?.form ?? '') ? since.filter(({ form }) => !ARTICLES.has(form)) : since;
}

function linksOn(since: readonly Token[], before: Token | undefined): boolean {
  const isVerb =
    before !== undefined &&
    (before.isDoing === true || (before.raw.endsWith('ing') && foldForm(before.raw) !== before.form));
  return since.every(({ form }) => LINKS.has(form)) && (isVerb || since.some(({ form }) => !ARTICLES.has(form)));
}
