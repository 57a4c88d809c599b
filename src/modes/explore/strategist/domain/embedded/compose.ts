import type { Citation } from '#language-model/domain/chunk.ts';
import type { SourceKind } from '#library/storage/protocol.ts';
import { isGerman } from '#text/domain/language.ts';
import { termsIn } from '#text/domain/terms.ts';

import { isTelling, type Said } from '../../../context/domain/explore-query.ts';
import { overlap, sayingSentences, type Sentence } from './sentences.ts';

const english: Wordings = {
  extractive:
    'I am the embedded strategist: without a language model I do not think for you. I pick out what your sources say, word for word.',
  closest: 'Closest to your message',
  closer: 'Also close to it',
  nearest: 'Nothing matches closely. The nearest passages',
  beside: (word) => `Side by side on “${word}”`,
  own: 'In your own words',
  open: 'Open',
  unsaid: (words) => `Not in what is in context: ${words}.`,
  nothing: 'Nothing in these sources matches your message.',
  noMore: 'There is nothing more in these sources that matches. Ask about something else in them, or add a source.',
  instead: 'They begin like this:',
  noSources:
    'No sources are in context. Pin some with @, choose a bucket, or add sources in the library; then ask again.',
};

const german: Wordings = {
  extractive:
    'Ich bin der eingebaute Stratege: Ohne Sprachmodell denke ich nicht für dich. Ich suche heraus, was deine Quellen sagen, Wort für Wort.',
  closest: 'Am nächsten an deiner Nachricht',
  closer: 'Auch nahe daran',
  nearest: 'Nichts passt genau. Die nächsten Stellen',
  beside: (word) => `Nebeneinander zu „${word}“`,
  own: 'In deinen eigenen Worten',
  open: 'Offen',
  unsaid: (words) => `Nicht im Kontext: ${words}.`,
  nothing: 'Nichts in diesen Quellen passt zu deiner Nachricht.',
  noMore: 'Mehr steht dazu nicht in diesen Quellen. Frag nach etwas anderem darin, oder füge eine Quelle hinzu.',
  instead: 'So fangen sie an:',
  noSources:
    'Keine Quellen im Kontext. Hefte mit @ welche an, wähle eine Sammlung oder füge in der Bibliothek Quellen hinzu; dann frag noch einmal.',
};

/** A source in context, as the embedded strategist reads it. */
export interface ReadSource {
  /** Its place among the documents of the request. */
  readonly documentIndex: number;
  readonly title: string;
  readonly sourceType: SourceKind;
  readonly text: string;
}

/** A passage that search found for the message, best first. */
export interface TellingPassage {
  readonly documentIndex: number;
  readonly text: string;
}

interface Composition {
  readonly sources: readonly ReadSource[];
  readonly passages: readonly TellingPassage[];
  /** False if the passages are only the nearest there are, and none of them matches. */
  readonly isClose: boolean;
  /** The query of the search: the message, or the topic of its conversation. */
  readonly query: string;
  /** Ends with the message. */
  readonly history: readonly Said[];
}

interface Line extends Sentence {
  readonly source: ReadSource;
}

type ReplyPiece = string | Citation;

const MAX_CLOSEST = 3;
const MAX_OWN = 2;
const MAX_OPEN = 2;
const MAX_BEGINNINGS = 3;
/** A passage may have this many sentences of its own among the candidates. */
const PER_PASSAGE = 2;

/**
 * A reply without a language model: sentences of the sources, chosen and set side by side, never judged. Each is cited
 * with its own words. What an earlier reply said is not said again.
 */
export function composeStrategy({ sources, passages, isClose, query, history }: Composition): readonly ReplyPiece[] {
  const message = history.at(-1)?.content ?? '';
  const replies = history.filter(({ author }) => author === 'assistant').map(({ content }) => content);
  const words = wordingsFor(isGerman(`${message}\n${query}`));
  const pieces: ReplyPiece[] = replies.length === 0 ? [words.extractive] : [];
  if (sources.length === 0) return [...pieces, replies.length === 0 ? `\n\n${words.noSources}` : words.noSources];

  const used = new Set<string>();
  // A new question gets its answer, said before or not; a follow-up gets what comes next.
  const isFollowUp = query !== message;
  const wasSaid = (line: Line) => replies.some((reply) => reply.includes(inMarkdown(line.shown)));
  const isFresh = (line: Line) => !used.has(line.shown) && !(isFollowUp && wasSaid(line));
  const asked = new Set(termsIn(query, null).flatMap(({ term, form }) => (isTelling(form) ? [term] : [])));
  const found = candidates({ sources, passages }, asked).filter(isFresh);
  const take = (lines: readonly Line[]) => {
    for (const { shown } of lines) used.add(shown);
    return lines;
  };

  const closest = take(oneOfEach(found).slice(0, MAX_CLOSEST));
  if (closest.length === 0) {
    const said = isFollowUp && replies.length > 0 ? words.noMore : words.nothing;
    pieces.push(gap(pieces), said);
    const beginnings = take(beginningsOf(sources).filter(isFresh).slice(0, MAX_BEGINNINGS));
    if (beginnings.length > 0 && replies.length === 0) pieces.push(`\n\n${words.instead}\n\n`, ...quoted(beginnings));
    return pieces;
  }
  const closestWords = replies.length === 0 ? words.closest : words.closer;
  pieces.push(gap(pieces), heading(isClose ? closestWords : words.nearest), ...quoted(closest));

  const pair = besideEachOther(found.filter(isFresh), asked);
  if (pair) pieces.push('\n\n', heading(words.beside(pair.word)), ...quoted(take(pair.lines)));

  const everything = sources.flatMap((source) => linesOf(source));
  const near = everything.filter((line) => overlap(line, asked) > 0 && isFresh(line));
  const own = take(
    oneOfEach(
      byOverlap(
        near.filter(({ source }) => isOwn(source)),
        asked,
      ),
    ).slice(0, MAX_OWN),
  );
  if (own.length > 0) pieces.push('\n\n', heading(words.own), ...quoted(own));

  const questions = everything.filter((line) => /[?？]["”’)]*$/u.test(line.shown) && isFresh(line));
  const open = take(byOverlap(questions, asked).slice(0, MAX_OPEN));
  const unsaid = unsaidOf(query, everything).filter((word) => !replies.some((reply) => reply.includes(`“${word}”`)));
  if (open.length > 0 || unsaid.length > 0) pieces.push('\n\n', heading(words.open));
  pieces.push(...quoted(open));
  if (unsaid.length > 0)
    pieces.push(open.length > 0 ? '\n' : '', `- ${words.unsaid(unsaid.map((word) => `“${word}”`).join(', '))}`);
  return pieces;
}

const heading = (words: string) => `**${words}**\n\n`;
const gap = (pieces: readonly ReplyPiece[]) => (pieces.length === 0 ? '' : '\n\n');
const isOwn = ({ sourceType }: ReadSource) => sourceType === 'note' || sourceType === 'voice_memo';

function linesOf(source: ReadSource, text = source.text): readonly Line[] {
  return sayingSentences(text).map((sentence) => ({ ...sentence, source }));
}

/** The sentences of the passages that were found, in the order of the passages; of each the nearest to the question. */
function candidates(
  { sources, passages }: Pick<Composition, 'sources' | 'passages'>,
  asked: ReadonlySet<string>,
): readonly Line[] {
  const byIndex = new Map(sources.map((source) => [source.documentIndex, source]));
  return passages.flatMap(({ documentIndex, text }) => {
    const source = byIndex.get(documentIndex);
    return source ? byOverlap(linesOf(source, text), asked).slice(0, PER_PASSAGE) : [];
  });
}

function byOverlap(lines: readonly Line[], asked: ReadonlySet<string>): readonly Line[] {
  return lines.toSorted((one, other) => overlap(other, asked) - overlap(one, asked));
}

/** The best line of each source first, then the second of each. */
function oneOfEach(lines: readonly Line[]): readonly Line[] {
  const groups = [...Map.groupBy(lines, ({ source }) => source.documentIndex).values()];
  const longest = Math.max(0, ...groups.map(({ length }) => length));
  return Array.from({ length: longest }, (_, rank) => groups.flatMap((group) => group[rank] ?? [])).flat();
}

/** Two lines of different sources that share most telling words. */
function besideEachOther(fresh: readonly Line[], asked: ReadonlySet<string>) {
  let best: { lines: readonly Line[]; word: string; shared: number } | null = null;
  for (const one of fresh)
    for (const other of fresh) {
      if (one === other || one.source.documentIndex === other.source.documentIndex) continue;
      const shared = [...one.terms].filter(
        ([term, form]) => other.terms.has(term) && form.length > 2 && isTelling(form),
      );
      const [, word] = shared.find(([term]) => !asked.has(term)) ?? shared[0] ?? [];
      if (word === undefined || shared.length < 2 || shared.length <= (best?.shared ?? 0)) continue;
      best = { lines: [one, other], word, shared: shared.length };
    }
  return best;
}

function beginningsOf(sources: readonly ReadSource[]): readonly Line[] {
  return sources.flatMap((source) => linesOf(source).slice(0, 1));
}

/** Words of the question that no source has, as they were written. */
function unsaidOf(query: string, everything: readonly Line[]): readonly string[] {
  const known = new Set(everything.flatMap(({ terms }) => [...terms.keys()]));
  const missing = termsIn(query, null).filter(
    ({ term, form }) => !known.has(term) && form.length > 3 && isTelling(form),
  );
  const written = missing.map(({ start, end }) => query.slice(start, end));
  return [...new Set(written)].slice(0, MAX_OPEN);
}

/** Words of others as they are: they are no markup of the reply. */
function inMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]<>()#!|~]/gu, String.raw`\$&`);
}

function quoted(lines: readonly Line[]): readonly ReplyPiece[] {
  return lines.flatMap(({ source, shown, quote }, place) => [
    `${place === 0 ? '' : '\n'}- ${inMarkdown(source.title)}: “${inMarkdown(shown)}”`,
    { type: 'citation' as const, documentIndex: source.documentIndex, citedText: quote },
  ]);
}

/** The words of the embedded strategist around what it quotes. */
interface Wordings {
  readonly extractive: string;
  readonly closest: string;
  readonly closer: string;
  readonly nearest: string;
  readonly beside: (word: string) => string;
  readonly own: string;
  readonly open: string;
  readonly unsaid: (words: string) => string;
  readonly nothing: string;
  readonly noMore: string;
  readonly instead: string;
  readonly noSources: string;
}

function wordingsFor(isGerman: boolean): Wordings {
  return isGerman ? german : english;
}
