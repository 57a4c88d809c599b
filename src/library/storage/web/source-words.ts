import { isOwn } from '../domain/own.ts';
import type { SourceKind, SourceSummary } from '../protocol.ts';

/** Kinds of sources as the page calls them, in the order in which they are offered. */
export const KIND_NAMES: Readonly<Record<SourceKind, string>> = {
  note: 'note',
  voice_memo: 'voice memo',
  link: 'link',
  tweet: 'tweet',
  article_clip: 'article clip',
  podcast_note: 'podcast note',
};

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' });
const DAY_AND_YEAR = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });

/** `14 March`, with the year unless it is this one. */
function dayOfSource(at: number, now: number): string {
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return (isThisYear ? DAY : DAY_AND_YEAR).format(at);
}

/** `my voice memo, Energy, 14 March`. `bucket` is the name of its bucket, null in the inbox. */
export function sourceLine(
  source: Pick<SourceSummary, 'kind' | 'origin' | 'site' | 'author' | 'createdAt' | 'isSample'>,
  bucket: string | null,
  now: number,
): string {
  const kind = KIND_NAMES[source.kind];
  const from = source.origin === 'agent' ? 'from an agent' : (source.site ?? source.author);
  const parts = [isOwn(source) && !source.isSample ? `my ${kind}` : kind, source.isSample && 'sample', from, bucket];
  return [...parts, dayOfSource(source.createdAt, now)].filter(Boolean).join(', ');
}

/** The preview of a source without the title, if that is made of its first words. */
export function previewAfterTitle({ title, preview }: Pick<SourceSummary, 'title' | 'preview'>): string {
  const begin = title.replace(/(…|\.\.\.)$/, '').trimEnd();
  return begin !== '' && preview.startsWith(begin)
    ? preview.slice(begin.length).replace(/^[\s.:,;!?–—-]+/u, '')
    : preview;
}
