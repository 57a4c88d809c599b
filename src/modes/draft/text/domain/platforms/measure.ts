import type { PlatformId } from '#account/protocol.ts';
import { plainText } from '#text/domain/plain-text.ts';
import { wordSegments } from '#text/domain/segments.ts';

import { withoutMarks } from '../citations/marks.ts';
import { MAX_POST_LENGTH, splitPosts } from './split-posts.ts';
import { weightedLength } from './weighted-length.ts';

interface Post {
  readonly text: string;
  readonly characters: number;
  readonly isOver: boolean;
}

/** The size of a draft on a platform, without its marks and the signs of Markdown. */
export interface Measure {
  readonly characters: number;
  /** Of the text, or of each post of a thread; null if there is none. */
  readonly limit: number | null;
  readonly words: number;
  /** The posts of a thread. */
  readonly posts?: readonly Post[];
  readonly isOver: boolean;
}

/** LinkedIn: of a post. Short form: of a post on Threads and Mastodon. */
const LIMITS = { linkedin: 3_000, thread: MAX_POST_LENGTH, 'short-form': 500, 'long-form': null } as const;

/**
 * Posts of a thread are counted as X does, other texts in UTF-16 units, which are never fewer than a platform counts.
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
