import type { PlatformId } from '#account/protocol.ts';
import { plainText } from '#text/domain/plain-text.ts';
import { wordSegments } from '#text/domain/segments.ts';
import { sentencesOf } from '#text/domain/sentences.ts';

import { withoutMarks } from '../citations/marks.ts';

/**
 * How X counts the characters of a post: https://developer.x.com/en/docs/counting-characters and its configuration of
 * twitter-text 3. The text is in NFC. Each URL counts 23; an emoji with any number of code points counts 2; code points
 * of the ranges below count 1, and all others, such as Chinese and Japanese, count 2.
 */
const LIGHT_RANGES = [
  [0, 4351],
  [8192, 8205],
  [8208, 8223],
  [8242, 8247],
] as const;
const URL_LENGTH = 23;
const HEAVY = 2;

const URLS = /https?:\/\/[^\s<>()]*[^\s<>().,;:!?'"]/giu;
const EMOJI =
  /^(?:\p{Emoji_Presentation}|\p{Regional_Indicator}|\p{Extended_Pictographic}\uFE0F|\p{Extended_Pictographic}\p{Emoji_Modifier}|[\d#*]\uFE0F?\u20E3)/u;
/** Each emoji contains one of these. */
const SIGN_OF_EMOJI = /[\p{Emoji_Presentation}\p{Regional_Indicator}\p{Extended_Pictographic}\u20E3]/u;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

export const MAX_POST_LENGTH = 280;

const RULE = /^[ \t]*(?:-{3,}|\*{3,}|_{3,})[ \t\r]*$/m;

interface Post {
  readonly text: string;
  readonly characters: number;
  readonly isOver: boolean;
}

/** The size of a draft on a platform, without its marks and Markdown signs. */
export interface Measure {
  readonly characters: number;
  /** Limit of the text, or of each post of a thread; null if there is none. */
  readonly limit: number | null;
  readonly words: number;
  /** The posts of a thread. */
  readonly posts?: readonly Post[];
  readonly isOver: boolean;
}

/** `linkedin`: limit of a post. `short-form`: limit of a post on Threads and Mastodon. */
const LIMITS = { linkedin: 3_000, thread: MAX_POST_LENGTH, 'short-form': 500, 'long-form': null } as const;

/**
 * Counts posts of a thread as X does, and other texts in UTF-16 units, which is never less than the platform's count.
 */
export function measure(text: string, platform: PlatformId): Measure {
  const plain = plainText(withoutMarks(text), 'layout');
  const limit = LIMITS[platform];
  const words = wordSegments(plain).filter(({ isWordLike }) => isWordLike).length;
  if (platform === 'thread') {
    const posts = splitPosts(plain).map((post) => {
      const characters = weightedLength(post);
      return { text: post, characters, isOver: characters > MAX_POST_LENGTH };
    });
    const characters = posts.reduce((sum, post) => sum + post.characters, 0);
    return { characters, limit, words, posts, isOver: posts.some(({ isOver }) => isOver) };
  }
  return { characters: plain.length, limit, words, isOver: limit !== null && plain.length > limit };
}

/**
 * The posts of a thread. If it has lines of `---`, they alone divide it, whatever the length. Otherwise, each post is
 * filled with whole paragraphs; a paragraph that is too long is divided between sentences, and a sentence between
 * words.
 */
export function splitPosts(text: string): readonly string[] {
  const byHand = text.split(new RegExp(RULE, 'gm'));
  const posts =
    byHand.length > 1 ? byHand : filled(text.split(/(?<=\n[ \t\r]*\n)/), [sentences, wordsWithSpace, characters]);
  return posts.map((post) => post.trim()).filter((post) => post !== '');
}

type Divide = (piece: string) => readonly string[];

function filled(pieces: readonly string[], [divide, ...finer]: readonly Divide[]): readonly string[] {
  const posts: string[] = [];
  let next = 0;
  while (next < pieces.length) {
    const last = posts.at(-1);
    const more = last === undefined ? [] : fittingPieces(last, pieces, next);
    if (more.length > 0) posts.splice(-1, 1, [last, ...more].join(''));
    else {
      const piece = pieces[next] ?? '';
      if (fits(piece) || !divide) posts.push(piece);
      else for (const part of filled(divide(piece), finer)) posts.push(part);
    }
    next += Math.max(1, more.length);
  }
  return posts;
}

/** The pieces that fit into a post. Finds their number by bisection, because each measurement is slow. */
function fittingPieces(post: string, pieces: readonly string[], from: number): readonly string[] {
  const hasRoom = (count: number) =>
    from + count <= pieces.length && fits(post + pieces.slice(from, from + count).join(''));
  let count = 0;
  let step = 1;
  while (hasRoom(count + step)) {
    count += step;
    step *= 2;
  }
  for (step /= 2; step >= 1; step /= 2) if (hasRoom(count + step)) count += step;
  return pieces.slice(from, from + count);
}

function fits(post: string): boolean {
  return weightedLength(post.trim()) <= MAX_POST_LENGTH;
}

function sentences(text: string): readonly string[] {
  return sentencesOf(text).map((sentence) => sentence.text);
}

/** A URL counts as one word. */
function wordsWithSpace(text: string): readonly string[] {
  const words = text.match(/(?<!\s)\s*\S+/gu) ?? [text];
  // Scripts without spaces are divided with a dictionary.
  return words.flatMap((word) =>
    weightedLength(word) <= MAX_POST_LENGTH ? [word] : wordSegments(word).map(({ segment }) => segment),
  );
}

function characters(text: string): readonly string[] {
  return Array.from(text);
}

export function weightedLength(text: string): number {
  const composed = text.normalize('NFC');
  const urls = composed.match(URLS)?.length ?? 0;
  return urls * URL_LENGTH + lengthWithoutUrls(urls === 0 ? composed : composed.replace(URLS, ''));
}

function lengthWithoutUrls(text: string): number {
  // Fast path: all code points count 1.
  if (/^[\u0020-\u007e\n\u00a1-\u00a8\u00aa-\u00ad\u00af-\u02ff]*$/.test(text)) return text.length;
  if (!SIGN_OF_EMOJI.test(text)) return weightOfAll(text);
  let length = 0;
  for (const { segment } of graphemes.segment(text)) length += EMOJI.test(segment) ? HEAVY : weightOfAll(segment);
  return length;
}

function weightOfAll(text: string): number {
  let weight = 0;
  for (const character of text) weight += weightOf(character);
  return weight;
}

function weightOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  return LIGHT_RANGES.some(([first, last]) => code >= first && code <= last) ? 1 : HEAVY;
}
