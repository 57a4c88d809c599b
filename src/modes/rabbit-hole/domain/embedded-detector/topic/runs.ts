import { foldForm } from '#kernel/words/stems.ts';

import { isAdjective } from './adjectives.ts';
import { asGerund, doingOf, doneBy, withArticle } from './doing.ts';
import { isInverted, isPassive } from './passive.ts';
import { ARTICLES, ASIDES, DO, EXAMPLES, LINKS } from './run-words.ts';
import { isBreak, type Token, tokensOf } from './tokens.ts';
import { asNoun } from './verb-to-noun.ts';
import { isBaseVerb } from './verbs.ts';

/** A stretch of words that could be a name. */
export interface Run {
  readonly tokens: readonly Token[];
  /** Named as one of several ("animals like lizards"), or beside what it is about ("to kill insects"). */
  readonly isAside: boolean;
}

export function runsOf(sentence: string): readonly Run[] {
  const tokens = tokensOf(sentence);
  const runs: Run[] = [];
  let run: Token[] = [];
  let between: Token[] = [];
  let since: Token[] = [];
  let isHelped = false;
  const close = (isEnd = false) => {
    // "Do cats like coffee": nothing comes after it that they would do.
    const likes =
      isEnd &&
      isHelped &&
      since.length === 0 &&
      between.length === 1 &&
      between[0]?.form === 'like' &&
      run.every(({ raw }) => !raw.endsWith('ing'));
    if (run.length > 0) runs.push({ tokens: run, isAside: isAside(run, between) && !likes });
    isHelped = between.some(({ form }) => DO.has(form));
    run = [];
  };
  for (const [at, token] of tokens.entries()) {
    const isContent = !isBreak(token) || (run.length > 0 && isPassive(since, token));
    if (isContent && run.length > 0 && since.length > 0) {
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
      else if (linksOn(since, run.at(-1)) && !isPurpose(since, token)) run.push(...since);
      else {
        close();
        between = since;
      }
      since = [];
    } else if (isContent && run.length === 0) {
      between = since;
      since = [];
    }
    if (isContent && run.length > 0 && isInverted(token, between, tokens[at + 1]))
      run = isAdjective(token.form) ? [token, ...run] : [asGerund(token), ...withArticle(run, between)];
    else if (isContent) run.push(asNoun(token, { run, lead: between, next: tokens[at + 1] }));
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

/** "Plants make caffeine to kill insects". */
function isPurpose(since: readonly Token[], { form }: Token): boolean {
  return since.at(-1)?.form === 'to' && isBaseVerb(form);
}

function linksOn(since: readonly Token[], before: Token | undefined): boolean {
  const isVerb =
    before !== undefined &&
    (before.isDoing === true || (before.raw.endsWith('ing') && foldForm(before.raw) !== before.form));
  return since.every(({ form }) => LINKS.has(form)) && (isVerb || since.some(({ form }) => !ARTICLES.has(form)));
}
