import type { SourceKind } from '../protocol.ts';

/** Kinds of sources as the page calls them, in the order in which they are offered. */
export const KIND_NAMES: Readonly<Record<SourceKind, string>> = {
  note: 'note',
  voice_memo: 'voice memo',
  link: 'link',
  tweet: 'tweet',
  article_clip: 'article clip',
  podcast_note: 'podcast note',
};
