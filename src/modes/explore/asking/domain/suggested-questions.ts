import { spokenLanguage } from '#text/domain/language.ts';
import { proseOf } from '#text/domain/prose.ts';

import type { SuggestedQuestion } from '../../protocol.ts';

export interface QuestionSource {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** Whether the person wrote it. */
  readonly isOwn: boolean;
}

const MAX_QUESTIONS = 3;
const MIN_WORDS = 4;
/** In characters. */
const MAX_LENGTH = 160;
const MAX_TITLE = 80;
const QUESTION = /[?？]$/u;
/** In these scripts a single character can be a word. */
const DENSE_SCRIPT = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu;
/** Sentences that refer to the sentence before them, or that address the reader of a page. */
const LEANS =
  /^(?:and|but|so|or|it|its|he|she|they|his|her|their|that|this|these|those|(?:did|do|are|have|would|can|could|will) you|want|ready|looking|und|aber|oder|also|er|sie|es|das|dies\p{L}*|sein\p{L}*|ihr\p{L}*|(?:haben|möchten|wollen|kennen) sie)(?![\p{L}])|(?<![\p{L}])(?:it|this|that|they|them|he|she|sie|dies\p{L}*)[?？]$/iu;

/**
 * Questions to begin an exploration with. Takes sources in the given order: the person's own first, then the others.
 * From each group it takes questions that the sources ask themselves, one for each source, and then questions about
 * what the remaining sources have in common. A single remaining own source is compared with one of the others.
 */
export function suggestedQuestions(sources: readonly QuestionSource[]): readonly SuggestedQuestion[] {
  const [own, others] = [true, false].map((isOwn) => askedAndSilent(sources.filter((each) => each.isOwn === isOwn)));
  if (!own || !others) return [];
  const compared = own.silent.length === 1 ? [...own.silent, ...others.silent.slice(0, 1)] : own.silent;
  const distinct = new Map<string, SuggestedQuestion>();
  for (const each of [...own.asked, ...questionsAbout(compared), ...others.asked, ...questionsAbout(others.silent)]) {
    const key = each.question.toLowerCase();
    if (!distinct.has(key) && distinct.size < MAX_QUESTIONS) distinct.set(key, each);
  }
  return [...distinct.values()];
}

function askedAndSilent(sources: readonly QuestionSource[]) {
  const asked = sources.flatMap(({ id, title, text }) => {
    const question = askedIn(text);
    return question === null ? [] : [{ question, sourceIds: [id], titles: [title] }];
  });
  const silent = sources.filter(
    ({ id, title, text }) =>
      !asked.some(({ sourceIds }) => sourceIds.includes(id)) && title.length <= MAX_TITLE && proseOf(text).length > 0,
  );
  return { asked, silent };
}

function askedIn(text: string): string | null {
  const asks = ({ shown }: { readonly shown: string }) =>
    shown.length <= MAX_LENGTH && QUESTION.test(shown) && !LEANS.test(shown) && wordCount(shown) >= MIN_WORDS;
  return (
    proseOf(text)
      .flatMap((block) => block.sentences)
      .find(asks)?.shown ?? null
  );
}

const wordCount = (text: string) => text.replaceAll(DENSE_SCRIPT, 'x ').split(/\s+/u).length;

function questionsAbout(sources: readonly QuestionSource[]): readonly SuggestedQuestion[] {
  const [first, second, ...rest] = sources;
  if (!first) return [];
  const isGerman = spokenLanguage([first.text]) === 'german';
  const about = (of: readonly QuestionSource[], question: string) => ({
    question,
    sourceIds: of.map(({ id }) => id),
    titles: of.map(({ title }) => title),
  });
  const alone = (source: QuestionSource) =>
    about([source], isGerman ? `Worum geht es in „${source.title}“?` : `What is “${source.title}” about?`);
  if (!second) return [alone(first)];
  const pair = isGerman
    ? `Was haben „${first.title}“ und „${second.title}“ gemeinsam?`
    : `What do “${first.title}” and “${second.title}” have in common?`;
  return [about([first, second], pair), ...[...rest, first].map(alone)];
}
