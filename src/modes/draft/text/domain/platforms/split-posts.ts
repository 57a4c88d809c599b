import { sentenceSegments, wordSegments } from '#text/domain/segments.ts';

import { weightedLength } from './weighted-length.ts';

export const MAX_POST_LENGTH = 280;

const RULE = /^[ \t]*(?:-{3,}|\*{3,}|_{3,})[ \t\r]*$/m;

/**
 * The posts of a thread. Lines of `---` divide it as the person wants it, whatever the length. Without them each post is
 * filled with whole paragraphs; a paragraph that is too long is divided between sentences, those between words.
 */
export function splitPosts(text: string): readonly string[] {
  const byHand = text.split(new RegExp(RULE, 'gm'));
  const posts =
    byHand.length > 1
      ? byHand
      : filled(text.split(/(?<=\n[ \t\r]*\n)/), [sentenceSegments, wordsWithSpace, characters]);
  return posts.map((post) => post.trim()).filter((post) => post !== '');
}

type Divide = (piece: string) => readonly string[];

function filled(pieces: readonly string[], [divide, ...finer]: readonly Divide[]): readonly string[] {
  const posts: string[] = [];
  for (const piece of pieces) {
    const joined = (posts.at(-1) ?? '') + piece;
    if (posts.length > 0 && fits(joined)) posts.splice(-1, 1, joined);
    else if (fits(piece) || !divide) posts.push(piece);
    else posts.push(...filled(divide(piece), finer));
  }
  return posts;
}

function fits(post: string): boolean {
  return weightedLength(post.trim()) <= MAX_POST_LENGTH;
}

/** A URL is one word. */
function wordsWithSpace(text: string): readonly string[] {
  const words = text.match(/\s*\S+\s*?(?=\s|$)/gu) ?? [text];
  // Scripts without spaces are divided by dictionary.
  return words.flatMap((word) =>
    weightedLength(word) <= MAX_POST_LENGTH ? [word] : wordSegments(word).map(({ segment }) => segment),
  );
}

function characters(text: string): readonly string[] {
  return Array.from(text);
}
