import type { PlatformId } from '#account/protocol.ts';
import { escapeTags } from '#language-model/domain/tagged.ts';
import { type AnswerLine, answersTo, type ReadText } from '#text/domain/answers.ts';
import type { spokenLanguage } from '#text/domain/language.ts';
import { quoted } from '#text/domain/quotation-marks.ts';
import { languageByWords } from '#text/domain/stop-words.ts';

import type { WrittenPiece } from '../../protocol.ts';
import type { WritingRequest } from './writing-request.ts';

/** A source in context, with the passages that search found. */
export interface OutlineSource extends ReadText {
  /** Its index among the documents of the request. */
  readonly documentIndex: number;
}

interface Outline {
  readonly platform: PlatformId;
  readonly language: ReturnType<typeof spokenLanguage>;
  readonly request: WritingRequest;
  readonly sources: readonly OutlineSource[];
  /** A paragraph should be changed, which only a model can do. */
  readonly isChange: boolean;
}

type Line = AnswerLine<OutlineSource>;

/** Maximum passages in the form of each platform. */
const MAX_LINES: Readonly<Record<PlatformId, number>> = { linkedin: 4, thread: 6, 'long-form': 9, 'short-form': 1 };
/** In characters. A post of a thread has 280, including quotation marks. */
const MAX_QUOTE: Readonly<Record<PlatformId, number>> = {
  linkedin: 400,
  thread: 240,
  'long-form': 400,
  'short-form': 400,
};

/** Minimum share of the best passage's score. It is lower than for an answer, because a text has more room. */
const BESIDE = 0.35;

/**
 * A draft without a language model: passages of the sources on the requested subject, in the form of the platform, each
 * quoted word for word and cited. It says what it is, and what it cannot do.
 */
export function composeOutline({ platform, language, request, sources, isChange }: Outline): readonly WrittenPiece[] {
  const words = language === 'german' ? GERMAN : ENGLISH;
  if (isChange) return [words.noChange];
  if (sources.length === 0) return [words.noSources];
  const lines = linesOf(request, sources, platform);
  if (lines.length === 0) return [words.nothing];
  const title = request.title === '' ? (lines[0]?.source.title ?? '') : request.title;
  return [
    `${[words.outline(platform), ...notGiven({ request, platform, lines, words })].join(' ')}\n\n`,
    `<draft title="${attribute(title)}">\n`,
    ...(platform === 'long-form' ? inSections(lines) : inPosts(lines, platform === 'thread' ? '\n\n---\n\n' : '\n\n')),
    '\n</draft>\n\n',
    words.next,
  ];
}

/** Says which parts of the request an outline of passages cannot satisfy. */
function notGiven({
  request: { form, language },
  platform,
  lines,
  words,
}: {
  readonly request: WritingRequest;
  readonly platform: PlatformId;
  readonly lines: readonly Line[];
  readonly words: OutlineWords;
}): readonly string[] {
  const isForeign = language !== null && lines.some(({ shown }) => (languageByWords(shown) ?? language) !== language);
  return [
    ...(form === 'other' ? [words.noForm] : []),
    ...(form !== null && form !== 'other' && form !== platform ? [words.choose(form)] : []),
    ...(isForeign ? [words.noTranslation] : []),
  ];
}

/** The passages on the subject, grouped by source. Passages on the request's addition come last. */
function linesOf(
  { subject, addition }: WritingRequest,
  sources: readonly OutlineSource[],
  platform: PlatformId,
): readonly Line[] {
  const most = MAX_LINES[platform];
  const maxLine = MAX_QUOTE[platform];
  const of = (question: string) =>
    answersTo(question, sources, { maxLine, beside: BESIDE }).lines.filter(({ shown }) => shown.length <= maxLine);
  const added = addition === '' ? [] : of(addition).slice(0, Math.max(1, Math.floor(most / 2)));
  const isAdded = new Set(added.map(({ shown }) => shown));
  const main = of(subject).filter(({ shown }) => !isAdded.has(shown));
  const taken = [...main.slice(0, most - added.length), ...added].slice(0, most);
  const last = new Set(added);
  return [...together(taken.filter((line) => !last.has(line))), ...together(taken.filter((line) => last.has(line)))];
}

function together(lines: readonly Line[]): readonly Line[] {
  return [...Map.groupBy(lines, ({ source }) => source).values()].flatMap((of) =>
    of.toSorted((one, other) => one.start - other.start),
  );
}

/** The passages of each source, under its title. */
function inSections(lines: readonly Line[]): readonly WrittenPiece[] {
  const sources = Map.groupBy(lines, ({ source }) => source);
  return [...sources.entries()].flatMap(([{ title }, of], index) => [
    `${index === 0 ? '' : '\n\n'}## ${inText(title)}\n\n`,
    ...inPosts(of, '\n\n'),
  ]);
}

function inPosts(lines: readonly Line[], between: string): readonly WrittenPiece[] {
  return lines.flatMap(({ shown, quote, start, end, source: { documentIndex } }, index) => [
    `${index === 0 ? '' : between}${quoted(inText(shown))}`,
    { type: 'citation' as const, documentIndex, citedText: quote, place: { start, end } },
  ]);
}

/** Escapes tags: text of a source is data, and must not open or close a draft. */
const inText = (text: string) => escapeTags(text.replaceAll(/\s+/gu, ' ').trim());
const attribute = (text: string) => inText(text).replaceAll('&lt;', '').replaceAll('"', '&quot;');

interface OutlineWords {
  readonly outline: (platform: PlatformId) => string;
  /** The request names the form of another platform. */
  readonly choose: (form: PlatformId) => string;
  readonly noForm: string;
  readonly noTranslation: string;
  readonly next: string;
  readonly noChange: string;
  readonly noSources: string;
  readonly nothing: string;
}

const FORMS: Readonly<Record<PlatformId, readonly [english: string, german: string]>> = {
  linkedin: ['a LinkedIn post', 'eines LinkedIn-Beitrags'],
  thread: ['a thread', 'eines Threads'],
  'long-form': ['an article', 'eines Artikels'],
  'short-form': ['a short post', 'eines kurzen Beitrags'],
};

const ENGLISH: OutlineWords = {
  outline: (platform) =>
    `This is an outline: passages of your sources in the form of ${FORMS[platform][0]}, each quoted word for word.`,
  choose: (form) => `For ${FORMS[form][0]}, choose that platform above the draft and ask again.`,
  noForm: 'The form that you asked for takes a language model.',
  noTranslation: 'The passages stay in the language of their sources: a translation takes a language model.',
  next: 'Write it in your own words in the draft: what you write is saved as a version of its own, and the citations stay where their marks stand.',
  noChange:
    'Without a language model I cannot rewrite a paragraph. Change it in the draft: what you write is saved as a version of its own.',
  noSources: 'There is nothing to write from yet: no source is in context. Pin sources, or begin from a bucket.',
  nothing:
    'I found no passage in your sources that fits. Name the subject in other words, or pin the sources that you mean.',
};

const GERMAN: OutlineWords = {
  outline: (platform) =>
    `Das ist eine Gliederung: Stellen aus deinen Quellen in der Form ${FORMS[platform][1]}, jede wörtlich zitiert.`,
  choose: (form) => `Wähle die Form ${FORMS[form][1]} über dem Entwurf und frag noch einmal.`,
  noForm: 'Die Form, um die du gebeten hast, verlangt ein Sprachmodell.',
  noTranslation: 'Die Stellen bleiben in der Sprache ihrer Quellen: Eine Übersetzung verlangt ein Sprachmodell.',
  next: 'Schreib es im Entwurf mit deinen Worten: Was du schreibst, wird als eigene Version gespeichert, und die Belege bleiben, wo ihre Zeichen stehen.',
  noChange:
    'Ohne Sprachmodell kann ich keinen Absatz umschreiben. Ändere ihn im Entwurf: Was du schreibst, wird als eigene Version gespeichert.',
  noSources:
    'Es gibt noch nichts, woraus ich schreiben kann: Keine Quelle ist im Kontext. Hefte Quellen an oder beginne mit einer Sammlung.',
  nothing:
    'Ich habe in deinen Quellen keine passende Stelle gefunden. Nenne das Thema mit anderen Worten oder hefte die Quellen an, die du meinst.',
};
