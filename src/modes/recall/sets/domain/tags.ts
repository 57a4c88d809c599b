import { cleanText } from '#kernel/clean-text.ts';

import { MAX_TAG_CHARACTERS, MAX_TAGS } from '../protocol.ts';

export const MAX_STORED_TAGS = MAX_TAGS * (MAX_TAG_CHARACTERS + 1);

/**
 * Tags as they are stored: sorted, each once, joined by a space. A space inside a tag becomes `_`; its levels are divided
 * by `::`. What exceeds the limits is cut.
 */
export function storedTags(tags: readonly string[]): string {
  const clean = tags.map((tag) =>
    cleanText(tag).trim().replace(/\s+/gu, '_').slice(0, MAX_TAG_CHARACTERS).toWellFormed(),
  );
  return [...new Set(clean.filter((tag) => tag !== ''))].toSorted().slice(0, MAX_TAGS).join(' ');
}

/** The tags of a stored text, or of what a person typed into one field. */
export function tagsOf(text: string): readonly string[] {
  return text.split(/\s+/u).filter((tag) => tag !== '');
}
