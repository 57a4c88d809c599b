import { formulasIn } from '#text/domain/formulas.ts';
import { UNSPACED } from '#text/domain/segments.ts';
import type { Lexicon } from '#text/domain/words.ts';

import { beginningOf } from './bounds.ts';
import type { ComparedPoint } from './evaluate-batch.ts';
import { formulaLetters, sharedLetters } from './formula.ts';
import { splitAt, type Statement, statementOf, trimmed } from './statement.ts';

export interface Near {
  /** Of the point's words that the question did not give. */
  readonly share: number;
  /** The clause or sentence that has most of them. */
  readonly quote: string;
}

const MAX_QUOTE_LENGTH = 240;
const MOST = 0.6;
const MAX_PARTS_WITH = 64;
const MAX_FORMULAS = 64;
const BETWEEN_FORMULAS = /[,;\n]|(?<=\s)(?:and|or|und|oder|sowie)(?=\s)/u;
/** "E = mc³" is near "E = mc²". */
const MIN_ALIKE = 0.75;
const NEAREST = 0.9;
/** Of a formula that is asked for: "x e^x" is near "e^x". */
const ASKED = { alike: 0.5, shared: 2 };

interface Compared {
  readonly points: readonly ComparedPoint[];
  readonly lexicon: Lexicon;
  /** One point is asked for. */
  readonly isForOne: boolean;
  /** In the language of the set, words are written together. */
  readonly hasCompounds: boolean;
}

/**
 * What comes near a point: two of its words that the question did not give, or half of them. One word alone counts only
 * if hardly anything else is said beside it, or nothing else and the point is asked for. Where a point has words that show
 * what it is about, its other words bring nothing near, nor do numbers beside other words. A formula is near one of nearly
 * the same letters. Questions are no answers.
 */
export function nearestIn(
  statements: readonly Statement[],
  { points, lexicon, isForOne, hasCompounds }: Compared,
): (point: ComparedPoint, given: ReadonlySet<string>) => Near | null {
  const parts = statements
    .filter(({ isQuestion }) => !isQuestion)
    .flatMap((said) => [...clausesOf(said, lexicon), ...(said.text.length <= MAX_QUOTE_LENGTH ? [said] : [])]);
  const partsWith = new Map<string, Statement[]>();
  for (const part of parts)
    for (const stem of part.stems[2]) {
      const places = partsWith.get(stem) ?? [];
      if (places.length < MAX_PARTS_WITH) partsWith.set(stem, [...places, part]);
    }
  const spellings = new Map([...partsWith.keys()].flatMap((stem) => spellingsOf(stem).map((form) => [form, stem])));
  const roots = new Map([...partsWith.keys()].map((stem) => [rootOf(stem), stem]));
  /** A word as it was said: itself, the end of a compound, in another form, or with a slip. */
  const saidAs = (stem: string) => {
    const heads = hasCompounds ? headsOf(rootOf(stem)).flatMap((head) => roots.get(head) ?? []) : [];
    const slips = spellingsOf(stem).flatMap((form) => spellings.get(form) ?? []);
    return [stem, ...heads, ...slips.filter((form) => !hasOtherLetter(stem, form))].find((form) => partsWith.has(form));
  };
  const naming = new Set(parts.flatMap(({ stems }) => [...stems[0]]));
  const tellingSaid = hasCompounds ? naming : [];
  /** A compound that was said of the word, or a word of the compound: `Dombau` of `Dom`. */
  const saidInCompound = (stem: string) => [...tellingSaid].find((said) => isCompoundOf(said, stem));
  const formulas = parts
    .filter(({ isFormula }) => isFormula)
    .flatMap(({ text }) => [text, ...text.split(BETWEEN_FORMULAS)])
    .slice(0, MAX_FORMULAS)
    .map((text) => ({ text: text.trim(), letters: formulaLetters(text) }));
  const shares = new Map(formulas.length === 0 ? [] : points.map((point) => [point, sharesOf(point)]));
  const most = formulas.map((_, at) => [...shares.values()].reduce((so, own) => Math.max(so, own[at] ?? 0), 0));

  return (point, given) => {
    const isNew = (stem: string) => !given.has(stem);
    const [telling = [], counting = [], all = []] = point.stems.map((stems) => [...stems].filter(isNew));
    // Where one telling word is left, numbers count, too; where there is none, all words do.
    const few = [counting, all].find(({ length }) => length > 0) ?? [];
    const [only] = telling;
    const one =
      only === undefined || point.isFormula
        ? few
        : [only, ...counting.filter((stem) => stem !== only && isNumber(stem))];
    const wanted = telling.length > 1 || (point.isFormula && !point.isAsked) ? telling : one;
    // Formulas share their variables, and sentences on them most words.
    const isAmongFormulas = point.isFormula && !(isForOne && point.isAsked);
    const isPure = isAmongFormulas && [...point.stems[0]].every((stem) => FUNCTION.test(stem));
    const isShared = (stem: string) => isPure || (isAmongFormulas && VARIABLE.test(stem));
    const found = wanted
      .flatMap((stem) => saidAs(stem) ?? (point.isAsked ? saidInCompound(stem) : null) ?? [])
      .filter((stem) => isNew(stem) && !isShared(stem))
      // The word itself says more than another form of it.
      .toSorted((one, other) => Number(wanted.includes(other)) - Number(wanted.includes(one)));
    const counts = Map.groupBy(
      found.flatMap((stem) => partsWith.get(stem) ?? []),
      (part) => part,
    );
    const most = [...counts].toSorted(([, one], [, other]) => other.length - one.length);
    const [[part, { length: hits }] = [undefined, []]] = most;
    // The clause alone where it has most of them.
    const [near = part] = most
      .filter(([each, own]) => own.length >= MOST * hits && part?.text.includes(each.text))
      .map(([each]) => each)
      .toSorted((one, other) => one.text.length - other.text.length);
    // "8 bytes" to one question says nothing about the eight planets of another.
    const isSpokenOf =
      !isForOne ||
      point.isAsked ||
      !point.question ||
      [...point.question.stems[0]].filter(isNew).some((stem) => saidAs(stem));
    const isHalf = (isAmongFormulas ? 1 : 2) * found.length >= wanted.length && isAlone(found[0] ?? '', part);
    // "Eight tones" are two words of "An octave has eight tones".
    const hasNumber =
      !point.isFormula &&
      counting.some((stem) => isNumber(stem) && !telling.includes(stem) && part?.stems[1].has(stem));
    const isNaming = (stem: string) => naming.has(stem) && (!isNumber(stem) || onlyNumbers(part));
    const isTelling =
      found.some(isNaming) || (telling.length === 0 && (found.length > 1 || (point.isAsked && !found.every(isNumber))));
    const isMuch =
      (isTelling && (found.length + (hasNumber ? 1 : 0) > 1 || (isHalf && isSpokenOf))) ||
      (point.isAsked && saysNothingElse(found));
    if (part && isMuch) return { share: found.length / wanted.length, quote: trimmed(near ?? part) };
    return point.isFormula && isSpokenOf ? nearFormula(point) : null;

    function saysNothingElse(own: readonly string[]): boolean {
      const said = statements.flatMap(({ stems: [naming, counting] }) => [...(naming.size > 0 ? naming : counting)]);
      const isOwn = (stem: string) => own.includes(stem) && wanted.some((each) => saidAs(each) === stem);
      return said.length > 0 && said.every((stem) => isOwn(stem) || !isNew(stem));
    }

    function onlyNumbers(said: Statement | undefined): boolean {
      return said !== undefined && [...said.stems[1]].every((stem) => isNumber(stem) || !isNew(stem));
    }

    function isAlone(stem: string, said: Statement | undefined): boolean {
      const [own, ...others] = said?.stems.map((stems) => [...stems].filter(isNew)) ?? [];
      const beside = own?.includes(stem) ? own : (others.find((stems) => stems.includes(stem)) ?? []);
      return beside.length <= (own?.includes(stem) || point.isAsked ? 2 : 1);
    }
  };

  /** How much each formula that was said is like the point. */
  function sharesOf({ text, isAsked, isFormula }: ComparedPoint): readonly number[] {
    const own = isFormula ? [text, ...formulasIn(text).map(({ tex }) => tex)].map(formulaLetters) : [];
    const least = isForOne && isAsked ? ASKED.shared : undefined;
    return formulas.map((said) => Math.max(0, ...own.map((letters) => sharedLetters(letters, said.letters, least))));
  }

  /** What is much more like another point says nothing of this one. */
  function nearFormula(point: ComparedPoint): Near | null {
    const alike = isForOne && point.isAsked ? ASKED.alike : MIN_ALIKE;
    const [best] = formulas
      .map(({ text: quote }, at) => ({ at, quote, share: shares.get(point)?.[at] ?? 0 }))
      .filter(({ at, share }) => share >= Math.max(alike, NEAREST * (most[at] ?? 0)))
      .toSorted((one, other) => other.share - one.share);
    return best ?? null;
  }
}

/** As stems: that of "cos" is "co". */
const VARIABLE = /^(?!co$|ln$|pi$)(?:[a-z]{1,2}|\p{Script=Greek})$/u;
const FUNCTION = /^(?:sin|cos?|tan|cot|log|ln|exp|lim|sqrt|\p{N}+\p{L}?)$/u;
const MIN_HEAD = 5;
const MIN_MODIFIER = 3;

function isNumber(stem: string): boolean {
  return /^\p{N}/u.test(stem);
}

/** Before another word they name another thing: `Dominante`, `Subdominante`. */
const PREFIX = /^(?:sub|anti|non|nicht|gegen|hypo|hyper|poly|mono|endo|exo|infra|ultra)$/u;

/** The ends of a compound: of `Blutgerinnung`, `Gerinnung`. */
function headsOf(stem: string): readonly string[] {
  const count = Math.max(0, stem.length - MIN_HEAD - MIN_MODIFIER + 1);
  const ends = Array.from({ length: count }, (_, at) => stem.slice(at + MIN_MODIFIER));
  return ends.filter((end) => !PREFIX.test(stem.slice(0, -end.length)));
}

/** A word without its ending. */
function rootOf(stem: string): string {
  return stem.replace(/(?<=.{4})(?:e[nmrs]?|[ns])$/u, '');
}

const MIN_SPELT = 5;
const MAX_SPELT = 30;

/**
 * A word without its ending, and each word with one letter less. Words with one in common are forms of one word, or
 * differ by a slip: `Atom` and `Atomen`, `nehmen` and `nemen`.
 */
function spellingsOf(stem: string): readonly string[] {
  if (stem.length < MIN_SPELT || stem.length > MAX_SPELT || /\P{L}/u.test(stem) || UNSPACED.test(stem)) return [stem];
  const slips = Array.from({ length: stem.length }, (_, at) =>
    at === 0 ? stem : stem.slice(0, at) + stem.slice(at + 1),
  );
  return [rootOf(stem), ...slips];
}

/** `gestürmt` and `gestürzt`: the one may be the other with a slip, or another word. */
function hasOtherLetter(one: string, other: string): boolean {
  const sorted = (word: string) => Array.from(word).toSorted().join('');
  return one.length === other.length && one.slice(0, -1) !== other.slice(0, -1) && sorted(one) !== sorted(other);
}

/** Whether one of two words is the beginning or end of the other, and what it leaves is long enough for a word. */
function isCompoundOf(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (short.length < MIN_MODIFIER || long.length < short.length + MIN_MODIFIER || /\P{L}/u.test(long)) return false;
  return long.startsWith(short) || (long.endsWith(short) && !PREFIX.test(long.slice(0, -short.length)));
}

const CLAUSES = /(?<=[,;:–])(?=\s)|(?<=[、，—])/gu;

/** A shorter clause shows nothing: "no" of "no, it does not". */
function clausesOf({ text }: Statement, lexicon: Lexicon): readonly Statement[] {
  const clauses = splitAt(text, CLAUSES).filter((clause) => /(?:[\p{L}\p{N}][^\p{L}\p{N}]*){3}/u.test(clause));
  return clauses.map((clause) => statementOf(beginningOf(clause.trim(), MAX_QUOTE_LENGTH), lexicon));
}
