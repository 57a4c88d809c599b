import type { Citation } from '#language-model/domain/chunk.ts';
import {
  type AnswerLine,
  type Answers,
  answersTo,
  askedWords,
  beginningsOf,
  type ReadText,
} from '#text/domain/answers.ts';
import { spokenLanguage } from '#text/domain/language.ts';
import { quoted } from '#text/domain/quotation-marks.ts';
import { sidesOf } from '#text/domain/sides.ts';

import type { Said } from '../../../context/domain/explore-query.ts';

/** A source in context, as the embedded strategist reads it. */
export interface ReadSource extends ReadText {
  /** Its index among the documents of the request. */
  readonly documentIndex: number;
}

interface Composition {
  readonly sources: readonly ReadSource[];
  /** False if the search found no close match, only the nearest sources. */
  readonly isClose: boolean;
  /** The query of the search: the message, or the topic of its conversation. */
  readonly query: string;
  /** Ends with the message to answer. */
  readonly history: readonly Said[];
}

type Line = AnswerLine<ReadSource>;
type ReplyPiece = string | Citation;

const MAX_LINES = 6;
const MAX_OF_SOURCE = 3;
const MAX_NEAREST = 3;
const MAX_OPEN = 2;
const MAX_UNSAID = 2;
const MAX_BEGINNINGS = 3;
/** A line with this share of the question's words is close, regardless of how search found it. */
const CLOSE = 0.4;
/** Below this share, if no text has some word of the question, a match by words alone is about something else. */
const SAID = 0.5;

/**
 * A reply without a language model: sentences of the sources that answer the question, best first, grouped by source,
 * without judgement. Each citation quotes the sentence. A follow-up does not repeat sentences of earlier replies.
 */
export function composeStrategy({ sources, isClose, query, history }: Composition): readonly ReplyPiece[] {
  const message = history.at(-1)?.content ?? '';
  const replies = history.filter(({ author }) => author === 'assistant').map(({ content }) => content);
  const isFirst = replies.length === 0;
  const isFollowUp = query !== message;
  const isFresh = ({ shown }: Line) => !(isFollowUp && replies.some((reply) => reply.includes(inMarkdown(shown))));
  const asked = isFollowUp ? `${query}\n${message}` : query;
  const answers = answersOf(asked, sources);
  const fresh = answers.lines.filter(isFresh);
  const lines = ofEach(fresh.length > 0 || !isFollowUp ? fresh : restOfQuoted());
  const spoken = history.filter(({ author }) => author === 'person').map(({ content }) => content);
  const words = WORDINGS[spokenLanguage([message, ...spoken.toReversed(), lines[0]?.shown ?? ''])];
  const alone = isFirst ? `${words.alone}\n\n` : '';
  if (sources.length === 0) return [`${alone}${words.noSources}`];
  if (lines.length === 0) return [alone, ...nothingFound()];

  // Found by words alone, and the texts lack a word that the question is about: “bake” is not “bake bread”.
  const isBeside =
    answers.unsaid.length > 0 && answers.share < SAID && sources.every(({ similarity }) => similarity === 0);
  const isNear = !isBeside && ((isClose && answers.share > 0) || answers.share >= CLOSE);
  const shown = isNear ? lines : lines.slice(0, isBeside ? 1 : MAX_NEAREST);
  const open = isNear ? answers.questions.filter(isFresh).slice(0, MAX_OPEN) : [];
  const isWanting = answers.share < CLOSE;
  const unsaid = answers.unsaid.filter(
    (word) => isWanting && !replies.some((reply) => reply.includes(quoted(inMarkdown(word)))),
  );
  return [
    isFirst ? `${words.quotes}\n\n` : '',
    ...(isNear ? [] : [`${words.nearest}\n\n`]),
    ...grouped(shown),
    ...(open.length > 0 ? [`\n\n**${words.open}**\n\n`, ...listed(open, ({ source }) => `${titled(source)}: `)] : []),
    ...(unsaid.length > 0
      ? [
          `\n\n${words.unsaid(
            unsaid
              .slice(0, MAX_UNSAID)
              .map((word) => quoted(inMarkdown(word)))
              .join(', '),
          )}`,
        ]
      : []),
  ];

  /** The remaining sentences on the matter, after earlier replies have quoted the best ones. */
  function restOfQuoted(): readonly Line[] {
    const quoted = sources.filter((source) => replies.some((reply) => reply.includes(`**${titled(source)}**`)));
    return answersTo(asked, quoted, { beside: 0 }).lines.filter(isFresh);
  }

  function nothingFound(): readonly ReplyPiece[] {
    if (isFollowUp && !isFirst) return [words.noMore];
    const isAbout = askedWords(query).length > 0;
    const toShow = isAbout ? sources.filter(({ isChosen }) => isChosen) : sources;
    const beginnings = isFirst ? beginningsOf(toShow).slice(0, MAX_BEGINNINGS) : [];
    if (beginnings.length === 0) return [words.nothing];
    return [`${isAbout ? `${words.nothing} ` : ''}${words.begin}\n\n`, ...grouped(beginnings)];
  }
}

/** Removes repeated sentences, including equal ones of different texts. */
function areSame(one: Line, other: Line): boolean {
  const areTogether = one.source === other.source && one.start < other.end && other.start < one.end;
  return areTogether || one.shown === other.shown;
}

/** For a comparison, interleaves the lines of both sides, each ranked by the words of its own side. */
function answersOf(asked: string, sources: readonly ReadSource[]): Answers<ReadSource> {
  const whole = answersTo(asked, sources);
  const sides = sidesOf(asked).map((side) => answersTo(side, sources));
  if (sides.length === 0) return whole;
  const rank = ({ lines }: Answers<ReadSource>, place: number) => lines[place] ?? [];
  const most = Math.max(...sides.map(({ lines }) => lines.length));
  const lines = Array.from({ length: most }, (_, place) => sides.flatMap((side) => rank(side, place))).flat();
  return {
    lines: lines.filter((line, at) => !lines.slice(0, at).some((other) => areSame(line, other))),
    questions: whole.questions,
    share: Math.min(...sides.map(({ share }) => share)),
    unsaid: [...new Set(sides.flatMap(({ unsaid }) => unsaid))],
  };
}

/** The best lines, limited for each source. */
function ofEach(lines: readonly Line[]): readonly Line[] {
  const counts = new Map<number, number>();
  return lines
    .filter(({ source: { documentIndex } }) => {
      const count = (counts.get(documentIndex) ?? 0) + 1;
      counts.set(documentIndex, count);
      return count <= MAX_OF_SOURCE;
    })
    .slice(0, MAX_LINES);
}

/** Groups lines under the title of their source. The source of the best line comes first. */
function grouped(lines: readonly Line[]): readonly ReplyPiece[] {
  const groups = [...Map.groupBy(lines, ({ source }) => source).entries()];
  return groups.flatMap(([source, of], place) => [
    `${place === 0 ? '' : '\n\n'}**${titled(source)}**\n\n`,
    ...listed(of, () => ''),
  ]);
}

function listed(lines: readonly Line[], lead: (line: Line) => string): readonly ReplyPiece[] {
  return lines.flatMap((line, place) => [
    `${place === 0 ? '' : '\n'}- ${lead(line)}${quoted(inMarkdown(line.shown))}`,
    {
      type: 'citation' as const,
      documentIndex: line.source.documentIndex,
      citedText: line.quote,
      place: { start: line.start, end: line.end },
    },
  ]);
}

const titled = ({ title }: ReadSource) => inMarkdown(title.replaceAll(/\s+/gu, ' ').trim()) || '…';

/**
 * Escapes quoted text, so that it is no markup of the reply. A backslash before `(`, `[` or `{` would begin a formula.
 */
function inMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_\]<>#!|~]/gu, String.raw`\$&`);
}

/** The phrases of the embedded strategist around its quotes. */
interface Wordings {
  readonly quotes: string;
  /** Used when no quote answers the question. */
  readonly alone: string;
  readonly nearest: string;
  readonly open: string;
  readonly unsaid: (words: string) => string;
  readonly nothing: string;
  readonly noMore: string;
  readonly begin: string;
  readonly noSources: string;
}

const english: Wordings = {
  quotes: 'Built in, without a language model: the passages of your sources that say most about it, best first.',
  alone: 'Built in, without a language model: it quotes your sources and does not think.',
  nearest: 'Nothing matches closely. The nearest passages:',
  open: 'Open questions',
  unsaid: (words) => `Not in what is in context: ${words}.`,
  nothing: 'Nothing in these sources matches your message.',
  noMore: 'There is nothing more in these sources that matches. Ask about something else in them, or add a source.',
  begin: 'They begin like this:',
  noSources:
    'No sources are in context. Pin some with @, choose a bucket, or add sources in the library; then ask again.',
};

const WORDINGS = {
  english,
  german: {
    quotes: 'Eingebaut, ohne Sprachmodell: die Stellen deiner Quellen, die am meisten dazu sagen, die beste zuerst.',
    alone: 'Eingebaut, ohne Sprachmodell: zitiert deine Quellen und denkt nicht.',
    nearest: 'Nichts passt genau. Die nächsten Stellen:',
    open: 'Offene Fragen',
    unsaid: (words: string) => `Nicht im Kontext: ${words}.`,
    nothing: 'Nichts in diesen Quellen passt zu deiner Nachricht.',
    noMore: 'Mehr steht dazu nicht in diesen Quellen. Frag nach etwas anderem darin, oder füge eine Quelle hinzu.',
    begin: 'So fangen sie an:',
    noSources:
      'Keine Quellen im Kontext. Hefte mit @ welche an, wähle eine Sammlung oder füge in der Bibliothek Quellen hinzu; dann frag noch einmal.',
  },
  other: { ...english, quotes: 'Quotations from your sources, without a language model:', open: '?' },
} as const satisfies Readonly<Record<string, Wordings>>;
