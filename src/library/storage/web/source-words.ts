import { isOwn } from '../domain/own.ts';
import type { SourceKind, SourceSummary } from '../protocol.ts';

/** Names of the kinds of sources on the page, in the order of the menus. */
export const KIND_NAMES: Readonly<Record<SourceKind, string>> = {
  note: 'note',
  voice_memo: 'voice memo',
  link: 'link',
  tweet: 'tweet',
  article_clip: 'article clip',
  podcast_note: 'podcast note',
};

const SHORT = { day: 'numeric', month: 'long' } as const;
const LONG = { ...SHORT, year: 'numeric' } as const;
const LOCAL = [new Intl.DateTimeFormat('en-GB', SHORT), new Intl.DateTimeFormat('en-GB', LONG)] as const;
const UTC = { timeZone: 'UTC' } as const;
/** Formats for days without a zone. */
const OF_DAYS = [
  new Intl.DateTimeFormat('en-GB', { ...SHORT, ...UTC }),
  new Intl.DateTimeFormat('en-GB', { ...LONG, ...UTC }),
] as const;
const DAY_MS = 86_400_000;

/**
 * `14 March`, with the year unless it is the current one. A day without a time is stored as 0:00 UTC, and shown as the
 * same day in every zone.
 */
export function dayOfSource({ createdAt, createdOn }: { createdAt: number; createdOn?: string | null }, now: number) {
  const isDay = createdAt % DAY_MS === 0 || typeof createdOn === 'string';
  const at = typeof createdOn === 'string' ? Date.parse(`${createdOn}T00:00:00Z`) : createdAt;
  const [short, long] = isDay ? OF_DAYS : LOCAL;
  const year = isDay ? new Date(at).getUTCFullYear() : new Date(at).getFullYear();
  return (year === new Date(now).getFullYear() ? short : long).format(at);
}

/** `my voice memo, Energy, 14 March`. `bucket` is the name of its bucket, null for the inbox. */
export function sourceLine(
  source: Pick<
    SourceSummary,
    'kind' | 'origin' | 'site' | 'author' | 'createdAt' | 'createdOn' | 'isSample' | 'keptBy'
  >,
  bucket: string | null,
  now: number,
): string {
  const kind = KIND_NAMES[source.kind];
  const from = source.origin === 'agent' ? agentOf(source) : (source.site ?? source.author);
  const parts = [isOwn(source) && !source.isSample ? `my ${kind}` : kind, source.isSample && 'sample', from, bucket];
  return [...parts, dayOfSource(source, now)].filter(Boolean).join(', ');
}

const agentOf = ({ keptBy }: Pick<SourceSummary, 'keptBy'>) => (keptBy ? `kept by ${keptBy}` : 'from an agent');

/** The preview of a source without its title, if the title was made from the first words. */
export function previewAfterTitle({ title, preview }: Pick<SourceSummary, 'title' | 'preview'>): string {
  const begin = title.replace(/(…|\.\.\.)$/, '').trimEnd();
  return begin !== '' && preview.startsWith(begin)
    ? preview.slice(begin.length).replace(/^[\s.:,;!?–—-]+/u, '')
    : preview;
}
