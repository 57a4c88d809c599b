import type { SpokenMessage } from '#session/domain/spoken.ts';
import { UNSPACED } from '#text/domain/segments.ts';
import { stopWordsFor } from '#text/domain/stop-words.ts';
import { trimEnd } from '#text/domain/trim-ends.ts';
import { createLexicon, type Lexicon } from '#text/domain/words.ts';

import type { Evaluation, Point, PointVerdict } from '../evaluation.ts';
import { partsOf, sentencesIn, type Statement, statementOf, type Term } from './statement.ts';

/** Only the beginning of a longer message is read. */
const MAX_READ_LENGTH = 32_000;
const MAX_QUESTION_LENGTH = 4_000;
/** A point with more sentences is compared only with the whole message. */
const MAX_SENTENCES = 6;
const MAX_FORMULAS = 16;
/** Enough points to detect the set's language. */
const SAMPLED_POINTS = 100;
/** Maximum confidence if the words differ. */
const MAX_UNSURE = 0.9;

/** For example "がっこう (school)". */
const GLOSSED = /^([^()（）]*[^()（）\s])\s*[(（][^()（）]+[)）]$/u;

interface Compared extends Statement {
  readonly point: Point;
  readonly question: Statement | null;
  /** The point without the gloss in brackets at its end; null without one. */
  readonly bare: Statement | null;
  readonly isAsked: boolean;
}

interface Near {
  /** The share of the point's words that the question did not contain. */
  readonly share: number;
  readonly quote: string;
  readonly isCertain?: boolean;
}

/**
 * Compares the person's last message with all points, word by word. A point is expressed only if a sentence has the
 * same words in the same order. If a sentence has some of its words, only the person can decide. `askedIds`: the points
 * that the last question asks for.
 */
export function evaluateBatchLexically(
  uncheckedPoints: readonly Point[],
  messages: readonly SpokenMessage[],
  askedIds: readonly string[] = [],
): Evaluation {
  const last = messages.at(-1);
  const said = last?.author === 'person' ? last.content : '';
  const asking = messages.slice(0, -1).findLast(({ author }) => author === 'assistant')?.content ?? '';
  const text = beginningOf(said);
  const sample = uncheckedPoints.slice(0, SAMPLED_POINTS).flatMap((point) => [point.text, point.question ?? '']);
  const lexicon = createLexicon(stopWordsFor([...sample, text.slice(0, 2_000)].join(' ')));
  const points = uncheckedPoints.map((point): Compared => {
    const question = point.question === undefined ? null : statementOf(point.question, lexicon);
    const named = point.question === undefined ? undefined : GLOSSED.exec(point.text)?.[1];
    const bare = named === undefined ? null : statementOf(named, lexicon);
    return { ...statementOf(point.text, lexicon), point, question, bare, isAsked: askedIds.includes(point.id) };
  });
  const { sayingOf, rest } = sayingsIn(text, { points, lexicon });
  const question = statementOf(asking.slice(-MAX_QUESTION_LENGTH), lexicon);
  const nearest = nearestIn(rest, { points, lexicon, inView: new Set([...keysOf(question), ...inMost(points)]) });
  const verdicts = points.map((point) => verdictOf(point.point.id, sayingOf(point) ?? nearest(point)));
  const message = `Only its first ${MAX_READ_LENGTH.toLocaleString('en')} characters were compared with your points.`;
  return {
    feedback: '',
    verdicts,
    ...(said !== text && { trouble: { message, remedy: 'Say the rest in shorter messages.' } }),
  };
}

/** The beginning of a message, cut after a sentence or else after a word. */
function beginningOf(content: string): string {
  const beginning = content.slice(0, MAX_READ_LENGTH);
  if (beginning === content) return content;
  const end = Math.max(...['. ', '\n', '。'].map((sign) => beginning.lastIndexOf(sign)));
  return beginning.slice(0, (end > 0 ? end : beginning.lastIndexOf(' ')) + 1 || undefined).toWellFormed();
}

function verdictOf(id: string, near: Near | null): PointVerdict {
  if (near === null) return { id, verdict: 'absent', confidence: 0, quote: '', observation: '' };
  const { quote, share, isCertain } = near;
  if (isCertain) return { id, verdict: 'expressed', confidence: 1, quote, observation: 'In the same words.' };
  return { id, verdict: 'partial', confidence: MAX_UNSURE * share, quote, observation: '', isUncertain: true };
}

const keyOf = ({ tokens }: Statement) => tokens.join(' ');
const keysOf = ({ terms }: Statement) => terms.flatMap(({ keys }) => keys);
const isContent = (term: Term) => term.isContent;
const quoteOf = ({ text }: Statement) => trimEnd(text, /[\s.,;:]/u);

interface Context {
  readonly points: readonly Compared[];
  readonly lexicon: Lexicon;
}

const DOUBT =
  /(?<!\p{L})(?:or|oder|lol|haha|jk|kidding|joke|lies?|quatsch|unsinn|wait|sorry|actually|maybe|perhaps|vielleicht|nope|nah|rather)(?!\p{L})/iu;

/** The points that a message states whole, and its other sentences. */
function sayingsIn(text: string, { points, lexicon }: Context) {
  const written = sentencesIn(text);
  const whole = statementOf(text, lexicon);
  const spans = new Map([[keyOf(whole), { from: 0, to: written.length, said: whole }]]);
  for (const size of new Set(points.map(({ text: own }) => Math.min(sentencesIn(own).length, MAX_SENTENCES))))
    for (let from = 0; from + size <= written.length; from += 1) {
      const said = statementOf(written.slice(from, from + size).join(''), lexicon);
      spans.set(keyOf(said), { from, to: from + size, said });
    }
  spans.delete('');
  const found = points.flatMap((point) => spans.get(keyOf(point)) ?? []);
  const isFound = written.map(() => false);
  for (const { from, to } of found) isFound.fill(true, from, to);
  const rest = written.flatMap((sentence, at) => (isFound[at] ? [] : [statementOf(sentence, lexicon)]));
  // "NOT!" and "lol" after it, or "Hardly" before it.
  const isDoubted = rest.some(
    ({ text: own, terms }) =>
      (DOUBT.test(own) || terms.some(({ isNegator }) => isNegator)) &&
      terms.filter(({ isTelling }) => isTelling).length <= 1,
  );
  const alike = Map.groupBy(points, keyOf);
  return { rest, sayingOf };

  function sayingOf(point: Compared): Near | null {
    const { isAsked, question, bare } = point;
    const span = spans.get(keyOf(point));
    const isWhole = span !== undefined || (isAsked && (isSameWithoutGiven(whole, point) || isInWords(whole, point)));
    const isBare = isAsked && bare !== null && keyOf(whole) === keyOf(bare);
    if (!isWhole && !isBare) return null;
    const name = bare?.text ?? '';
    const isGloss = UNSPACED.test(name) && !UNSPACED.test(point.text.slice(name.length));
    // Of "yes (in winter)" half may be missing.
    if (!isWhole && !isGloss) return { share: 1, quote: quoteOf(whole) };
    // "It boils at 78 degrees" may refer to the heading that is asked for.
    const isLike = ({ tokens }: Compared) =>
      2 * point.tokens.filter((token) => tokens.includes(token)).length >= point.tokens.length;
    const isOfOther = points.some((each) => each.isAsked && each.point.context !== point.point.context && isLike(each));
    const isMeant = question === null && !isOfOther && alike.get(keyOf(point))?.length === 1;
    return { share: 1, quote: quoteOf(span?.said ?? whole), isCertain: !isDoubted && (isAsked || isMeant) };
  }
}

const ASKS = /^(?:what|who|which|was|wer|quel|quelle|qui)$/u;
const COPULA = /^(?:is|are|was|were|means|ist|sind|war|waren|heißt|bedeutet|est|sont|era|è)$/u;

/** "The capital of Poland is Warsaw" answers "What is the capital of Poland?" or "capital of Poland". */
function isInWords({ tokens, isPlain }: Statement, { question, tokens: own, isPlain: isOwnPlain }: Compared): boolean {
  if (!question || !isPlain || !isOwnPlain || !question.isPlain) return false;
  const [asks = '', verb = '', ...subject] = question.tokens.filter((token) => token !== '?');
  const isClause = ASKS.test(asks) && COPULA.test(verb);
  const given = isClause ? subject : [asks, ...(verb === '' ? [] : [verb]), ...subject];
  const link = tokens[given.length] ?? '';
  const isLinked = isClause ? link === verb : COPULA.test(link);
  return given.length > 0 && isLinked && [...given, link, ...own].join(' ') === tokens.join(' ');
}

/** Whether a message has the words of a point in their order, except some that the question contains. */
function isSameWithoutGiven({ tokens, isPlain }: Statement, point: Compared): boolean {
  const negators = point.terms.filter(({ isNegator }) => isNegator).flatMap(({ keys }) => keys);
  const isGiven = (token: string) => point.question?.tokens.includes(token) === true && !negators.includes(token);
  let at = 0;
  for (const token of point.tokens)
    if (tokens[at] === token) at += 1;
    else if (!isGiven(token)) return false;
  return isPlain && point.isPlain && at === tokens.length && !point.tokens.every(isGiven);
}

/** The penalty for each word in a quote that the point lacks. */
const OTHER = 0.4;

/**
 * The part of a message that comes near a point: two of its words that the question did not contain; half of them, if
 * the message says hardly anything else; or one word of a point that is asked for, if the message says nothing else.
 * Numbers alone bring no other point near. A formula is near one with nearly the same letters. Questions are no
 * answers.
 */
function nearestIn(
  sentences: readonly Statement[],
  { points, lexicon, inView }: Context & { readonly inView: ReadonlySet<string> },
): (point: Compared) => Near | null {
  const parts = sentences
    .filter(({ isQuestion }) => !isQuestion)
    .flatMap((said) => [said, ...partsOf(said.text).map((part) => statementOf(part, lexicon))]);
  const partsWith = new Map<string, Set<Statement>>();
  for (const part of parts)
    for (const key of keysOf(part)) partsWith.set(key, (partsWith.get(key) ?? new Set()).add(part));
  const isFree = !points.some(({ isAsked }) => isAsked);
  const nearFormula = nearFormulaIn(parts, points);

  return (point) => {
    const { isAsked, isPlain, question, terms, letters } = point;
    const own = new Set(question && keysOf(question));
    const isNew = ({ keys }: Term) => !keys.some((key) => inView.has(key) || own.has(key));
    // "To know" consists of function words only.
    const isWanted = terms.some((term) => term.isContent && isNew(term)) ? isContent : () => true;
    const content = terms.filter((term) => isWanted(term) && isNew(term));
    const telling = content.filter(({ isTelling }) => isTelling);
    const wanted = telling.length > 0 ? telling : content;
    const hits = new Map<Statement, Term[]>();
    for (const term of wanted)
      for (const part of new Set(term.keys.flatMap((key) => [...(partsWith.get(key) ?? [])])))
        hits.set(part, [...(hits.get(part) ?? []), term]);
    const near = [...hits].flatMap(([part, found]) => {
      const keys = new Set(found.flatMap((term) => term.keys));
      const others = part.terms.filter(
        (term) => isWanted(term) && isNew(term) && !term.keys.some((key) => keys.has(key)),
      );
      const isWord = found.some(({ isNumber, isTelling }) => isTelling && !isNumber);
      const beside = isWord ? others.filter((term) => term.isTelling && !term.isNumber) : others;
      const isHalf =
        isWord && (isAsked || (isFree && (isPlain || letters === ''))) && 2 * found.length >= wanted.length;
      const isEnough = isWord && found.length > 1 ? true : isHalf ? beside.length < 2 : isAsked && beside.length === 0;
      const score = found.length - OTHER * others.length;
      return isEnough ? [{ share: found.length / wanted.length, quote: quoteOf(part), score }] : [];
    });
    return near.toSorted((one, other) => other.score - one.score)[0] ?? nearFormula(point);
  };
}

/** Words that most points share, such as "the derivative of", and that do not distinguish them. */
function inMost(points: readonly Compared[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const key of points.flatMap(keysOf)) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts].flatMap(([key, count]) => (count > 2 && 2 * count > points.length ? [key] : []));
}

/** Minimum likeness of near formulas: "E = mc³" is near "E = mc²". */
const ALIKE = 0.7;
const ALIKE_ASKED = 0.5;

/** Of the points that no question asks for, the one with the most similar formula. */
function nearFormulaIn(parts: readonly Statement[], points: readonly Compared[]) {
  const formulas = parts.filter(({ letters }) => letters !== '').slice(0, MAX_FORMULAS);
  const most = formulas.map(({ letters }) => Math.max(...points.map((point) => likeness(letters, point.letters))));
  return ({ letters, isAsked, question }: Compared): Near | null => {
    const found = formulas.map((part, at) => ({ part, share: likeness(part.letters, letters), most: most[at] ?? 0 }));
    const least = isAsked ? ALIKE_ASKED : ALIKE;
    const [nearest] = found
      .filter((each) => each.share >= least && (isAsked || (question === null && each.share === each.most)))
      .toSorted((one, other) => other.share - one.share);
    return nearest ? { share: nearest.share, quote: quoteOf(nearest.part) } : null;
  };
}

/** The likeness of formulas with the same letters in the same order, which differ only in signs. */
const IN_ORDER = 1.01;

/** The share of letters that two formulas have in common. */
function likeness(one: string, other: string): number {
  if (one === other) return IN_ORDER;
  const rest = Array.from(one).reduce((left, letter) => left.replace(letter, ''), other);
  const shared = other.length - rest.length;
  return shared < 2 ? 0 : (2 * shared) / (one.length + other.length);
}
