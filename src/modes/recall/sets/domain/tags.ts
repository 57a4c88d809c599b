import { cleanText } from '#kernel/clean-text.ts';

import { MAX_TAG_CHARACTERS, MAX_TAGS } from '../protocol.ts';

export const MAX_STORED_TAGS = MAX_TAGS * (MAX_TAG_CHARACTERS + 1);

/**
 * The stored form of tags: sorted, without duplicates, joined by spaces. A space inside a tag becomes `_`; levels are
 * separated by `::`. Excess tags and characters are cut off.
 */
export function storedTags(tags: readonly string[]): string {
  const clean = tags.map((tag) =>
    cleanText(tag).trim().replace(/\s+/gu, '_').slice(0, MAX_TAG_CHARACTERS).toWellFormed(),
  );
  return [...new Set(clean.filter((tag) => tag !== ''))].toSorted().slice(0, MAX_TAGS).join(' ');
}

/** Parses stored tags, or tags that a person typed into one field. */
export function tagsOf(text: string): readonly string[] {
  return text.split(/\s+/u).filter((tag) => tag !== '');
}
