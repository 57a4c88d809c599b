import { functionWords, vagueWords } from '#text/domain/function-words.ts';
import { withoutInvisible } from '#text/domain/invisible.ts';
import { UNSPACED } from '#text/domain/segments.ts';
import { baseOf } from '#text/domain/stems.ts';
import { lightWords } from '#text/domain/stop-words.ts';
import type { Word } from '#text/domain/word.ts';

const list = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/**
 * Function words that a statement depends on, folded: who does it to whom, when, where, whether it must, may or only
 * some do. Of the others a statement says the same without.
 */
const DECIDING = list(
  `some any just only even still by from to with onto on or if because since while until when before after during
  than may might must can could should would will per via own
  den dem einen einem oder wenn kann konnen konnte soll muss mussen darf von an auf aus bei beim mit nach vom zu zum zur
  fur uber unter vor durch um als weil noch nur wer
  ou si sans sous sur par pour avec vers chez peut peuvent doit plus aussi tout tous toute
  o por con sobre entre desde hasta puede pueden debe mas todo todos al quien
  se puo possono deve da dal dalla per su sul sulla tra fra piu tutto tutti
  kunnen moet uit naar te tot voor over onder door alleen nog
  ou pode podem deve pelo pela ate mais tudo com`,
);
const BEFORE_DATES = list('on am um le el il');
/** Japanese and Chinese words that a statement says the same without. */
const EMPTY_UNSPACED =
  /^(?:[のいしたてだねよまっ的了是]|です?|ます?|まし|ました|した|して|って|する|である?|ある|あり|いる|おり|こと|もの|という)$/u;
/** Negators of one meaning, folded. */
const NOT =
  list(`not no cannot cant dont doesnt didnt isnt arent wasnt werent wont wouldnt couldnt shouldnt hasnt havent
  nicht kein keine keinen keinem keiner`);

/** Words that no question gives: an answer without them says something else. */
export const UNGIVEN =
  list(`not never without hardly only always all some any every each most few many no none more less
  nie niemals ohne kaum nur immer alle einige jede mehr weniger jamais sans toujours plus moins nunca sin siempre mas
  menos sempre senza mai だけ のみ しか 不 没 没有 ない`);

/** Before each word where all are function words. */
export const ONLY_SMALL = '=';

/** Before a verb in a list of words, "to" says nothing. */
const NO_VERB = list('the a an my your his her its our their this that these those which whom');

/**
 * What two words have in common that say the same: the word without its inflection, numbers and units as written. Where
 * all are function words, each counts.
 */
export function keysOf(words: readonly Word[], text: string): readonly string[] {
  const areSmall = !words.some((word) => word.isContent || word.isNumber || word.isNegator);
  const forms = formsByBase(words, text);
  return words.flatMap((word, index) => {
    const raw = text.slice(word.start, word.end);
    const next = words[index + 1];
    if (index === 0 && word.form === 'to' && next && !next.isNumber && !NO_VERB.has(next.form)) return [];
    if (UNSPACED.test(raw)) return EMPTY_UNSPACED.test(raw) ? [] : [raw === 'は' ? 'が' : raw];
    if (word.isNumber) return [/[.,]/.test(raw) ? raw : word.stem];
    if (NOT.has(word.form) || /n['’ʼ]t$/iu.test(raw)) return ['not'];
    if (areSmall) return [ONLY_SMALL + bare(raw)];
    if (isSmall(word, text) && !isLastWord(words, index)) return [];
    if (BEFORE_DATES.has(word.form) && next?.isNumber) return [];
    // "5 mW" and "5 MW" differ, so do "CO" and "Co"; "A" is no article.
    if (raw.length <= 2 && (words[index - 1]?.isNumber || word.stem === '#a' || /^.\p{Lu}$/u.test(raw))) return [raw];
    const base = withoutInflection(baseOf(bare(raw)));
    return [(forms.get(base)?.size ?? 0) > 1 ? bare(raw) : base];
  });
}

/** Where one word has two forms, the forms are what is said: "the plural of mouse is mice". */
function formsByBase(words: readonly Word[], text: string): ReadonlyMap<string, ReadonlySet<string>> {
  const forms = new Map<string, Set<string>>();
  for (const { start, end } of words) {
    const form = bare(text.slice(start, end));
    const base = withoutInflection(baseOf(form));
    forms.set(base, (forms.get(base) ?? new Set()).add(form));
  }
  return forms;
}

/** At the end, a statement says them: "the article is das", "she likes him". */
const LAST = list(`he she it we they me him her us them i you his hers its the a an this that these those be have do
  der die das den dem des ein eine ich du er sie es wir ihr mich dich ihn ihm ihnen uns euch sein haben werden
  le la les un une il elle lui etre avoir el los las ser estar haber lo gli essere avere`);
const OF_OPINION = list('glaube denke meine believe think guess crois pense creo credo');

function isLastWord(words: readonly Word[], index: number): boolean {
  const before = words[index - 1]?.form ?? '';
  return index === words.length - 1 && LAST.has(words[index]?.form ?? '') && !OF_OPINION.has(before);
}

function isSmall({ isContent, isNumber, isNegator, form, start, end }: Word, text: string): boolean {
  const isMentioned = QUOTE.test(text[start - 1] ?? '') && QUOTE.test(text[end] ?? '');
  return !isContent && !isNumber && !isNegator && !isMentioned && !DECIDING.has(form);
}

/** Around a word that is spoken of, such as “have” in grammar. */
const QUOTE = /["'“”„«»‘’`]/u;
const BE = list('be is are was were been being ist sind war waren sein bin est sont etre es son era ser');
const HAVE = list('have has had having hat haben hatte hatten habe avoir ont ha haber');

/** What the small words say: that something is, or has, something else. */
export function verbsOf(small: readonly string[]): ReadonlySet<string> {
  return new Set(small.flatMap((word) => (BE.has(word) ? ['be'] : HAVE.has(word) ? ['have'] : [])));
}

/** The words that `keysOf` leaves out. In a short answer an article says the gender, and a preposition where. */
export function smallWordsOf(words: readonly Word[], text: string): readonly string[] {
  return words
    .filter((word, at) => isSmall(word, text) && !isLastWord(words, at))
    .map(({ start, end }) => bare(text.slice(start, end)));
}

/** `l'adénosine` is `adénosine`, `Caffeine's` is `caffeine`. Accents stay: `forderte` is not `förderte`. */
function bare(raw: string): string {
  return withoutInvisible(raw)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^(?:\p{L}|qu)['’ʼ](?=\p{L}{2})|['’ʼ]s?$/gu, '');
}

/** Endings of a number or a tense. Those that compare, or make another word, stay: `denser`, `inhibitor`. */
function withoutInflection(word: string): string {
  if (word.length < 4) return word;
  const rest = word.replace(/(?:ies|ied)$/u, 'y').replace(/(?<=\p{L}{3})(?:ing|ed|en|es|(?<![sui])s|e)$/u, '');
  return /[aeiouyäöü]/u.test(rest) ? rest.replace(/([bdfgmnprt])\1$/u, '$1') : word;
}

/** Whether a word shows what a statement is about. */
export function isTelling({ isContent, isNumber, form, stem }: Word): boolean {
  if (isNumber) return Number(stem) > MAX_COMMON_NUMBER;
  return (
    isContent &&
    (form.length > 1 || UNSPACED.test(form)) &&
    !lightWords.has(form) &&
    !vagueWords.has(form) &&
    !functionWords.has(form)
  );
}

/** Numbers up to here are in any text. */
const MAX_COMMON_NUMBER = 12;
