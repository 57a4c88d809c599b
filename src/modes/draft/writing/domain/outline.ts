import type { PlatformId } from '#account/protocol.ts';
import { escapeTags } from '#language-model/domain/tagged.ts';
import { plainText, proseLines } from '#text/domain/plain-text.ts';
import { sentencesOf } from '#text/domain/sentences.ts';

import type { WrittenPiece } from '../../protocol.ts';

/** A passage that search found, best first. */
export interface OutlinePassage {
  /** Its place among the documents of the request. */
  readonly documentIndex: number;
  readonly title: string;
  readonly text: string;
}

interface Outline {
  readonly platform: PlatformId;
  readonly isGerman: boolean;
  readonly passages: readonly OutlinePassage[];
  readonly hasSources: boolean;
  /** A paragraph is to be changed, which takes a model. */
  readonly isChange: boolean;
}

interface Line extends OutlinePassage {
  /** As it stands in the source. */
  readonly quote: string;
}

/** The number of passages that the form of a platform takes. */
const MAX_LINES: Readonly<Record<PlatformId, number>> = { linkedin: 4, thread: 6, 'long-form': 9, 'short-form': 1 };
/** In characters. A post of a thread has 280, with quotation marks and all. */
const MAX_QUOTE = 240;
const MIN_QUOTE = 25;

/**
 * A draft without a language model: passages of the sources in the form of the platform, each quoted word for word and
 * cited. It says what it is, and what it cannot do.
 */
export function composeOutline(outline: Outline): readonly WrittenPiece[] {
  const { platform, isGerman, passages, hasSources, isChange } = outline;
  const words = outlineWords(isGerman);
  if (isChange) return [words.noChange];
  if (!hasSources) return [words.noSources];
  const lines = linesOf(passages).slice(0, MAX_LINES[platform]);
  if (lines.length === 0) return [words.nothing];
  const title = lines[0]?.title ?? '';
  return [
    `${words.outline(platform)}\n\n`,
    `<draft title="${attribute(title)}">\n`,
    ...(platform === 'long-form' ? inSections(lines) : inPosts(lines, platform === 'thread' ? '\n\n---\n\n' : '\n\n')),
    '\n</draft>\n\n',
    words.next,
  ];
}

/** Each source with its passages under its title. */
function inSections(lines: readonly Line[]): readonly WrittenPiece[] {
  const sources = Map.groupBy(lines, ({ documentIndex }) => documentIndex);
  return [...sources.values()].flatMap((of, index) => [
    `${index === 0 ? '' : '\n\n'}## ${inText(of[0]?.title ?? '')}\n\n`,
    ...inPosts(of, '\n\n'),
  ]);
}

function inPosts(lines: readonly Line[], between: string): readonly WrittenPiece[] {
  return lines.flatMap(({ quote, documentIndex }, index) => [
    `${index === 0 ? '' : between}“${inText(quote)}”`,
    { type: 'citation' as const, documentIndex, citedText: quote },
  ]);
}

/** One sentence of each passage, no sentence twice. */
function linesOf(passages: readonly OutlinePassage[]): readonly Line[] {
  const seen = new Set<string>();
  return passages.flatMap((passage): readonly Line[] => {
    const whole = passage.text.trim();
    // A short note is quoted whole.
    const candidates = whole.length <= MIN_QUOTE * 2 ? [whole] : sentencesIn(whole);
    const quote = candidates.find((sentence) => sentence !== '' && !seen.has(inText(sentence)));
    if (quote === undefined) return [];
    seen.add(inText(quote));
    return [{ ...passage, quote }];
  });
}

function sentencesIn(text: string): readonly string[] {
  return proseLines(text)
    .flatMap(sentencesOf)
    .map(({ text: sentence }) => sentence.trim())
    .filter((sentence) => sentence.length >= MIN_QUOTE && sentence.length <= MAX_QUOTE);
}

/** A text of a source is data: it opens and closes no tag. */
const inText = (text: string) => escapeTags(plainText(text).replaceAll(/\s+/gu, ' ').trim());
const attribute = (text: string) => inText(text).replaceAll('&lt;', '').replaceAll('"', '&quot;');

interface OutlineWords {
  readonly outline: (platform: PlatformId) => string;
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
    `This is an outline, not a finished text. Without a language model I put passages of your sources into the form of ${FORMS[platform][0]}, each quoted word for word.`,
  next: 'Write it in your own words in the draft: what you write is saved as a version of its own, and the citations stay where their marks stand.',
  noChange:
    'Without a language model I cannot rewrite a paragraph. Change it in the draft: what you write is saved as a version of its own.',
  noSources: 'There is nothing to write from yet: no source is in context. Pin sources, or begin from a bucket.',
  nothing:
    'I found no passage in your sources that fits. Name the subject in other words, or pin the sources that you mean.',
};

const GERMAN: OutlineWords = {
  outline: (platform) =>
    `Das ist eine Gliederung, kein fertiger Text. Ohne Sprachmodell setze ich Stellen aus deinen Quellen in die Form ${FORMS[platform][1]}, jede wörtlich zitiert.`,
  next: 'Schreib es im Entwurf mit deinen Worten: Was du schreibst, wird als eigene Version gespeichert, und die Belege bleiben, wo ihre Zeichen stehen.',
  noChange:
    'Ohne Sprachmodell kann ich keinen Absatz umschreiben. Ändere ihn im Entwurf: Was du schreibst, wird als eigene Version gespeichert.',
  noSources:
    'Es gibt noch nichts, woraus ich schreiben kann: Keine Quelle ist im Kontext. Hefte Quellen an oder beginne mit einer Sammlung.',
  nothing:
    'Ich habe in deinen Quellen keine passende Stelle gefunden. Nenne das Thema mit anderen Worten oder hefte die Quellen an, die du meinst.',
};

/** The embedded writer's own sentences, in the person’s language. */
const outlineWords = (isGerman: boolean): OutlineWords => (isGerman ? GERMAN : ENGLISH);
