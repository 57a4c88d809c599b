import { count, figure } from '#elements/web/text/figures.ts';
import { dollars } from '#language-model/web/money.ts';
import { dayOfSource, KIND_NAMES } from '#library/storage/web/source-words.ts';

import type { CheckPart, ContextWindow, PreviewAnswer, RetrievedSource, UsagePart } from '../../../protocol.ts';
import type { ShownContext } from './panel-rows.ts';

/** The size of a request without the room for the answer. */
function usedTokens({ system, pinned, bucket, semantic, history }: ContextWindow): number {
  return system + pinned + bucket + semantic + history;
}

const includedIn = (sources: readonly RetrievedSource[]) => sources.filter(({ included }) => included).length;

/** `9 sources, 6,480 tokens, about $0.02`. */
export function previewWords({ sources, window, costMicros }: PreviewAnswer): string {
  const included = includedIn(sources);
  const words = [included === 0 ? 'No sources' : count(included, 'source'), count(usedTokens(window), 'token')];
  return costMicros === null ? words.join(', ') : [...words, `about ${dollars(costMicros)}`].join(', ');
}

/** `9 of 11, 2 new since your last message, 1 gone`. */
export function sourcesWords({ sources, turn }: ShownContext): string {
  const included = includedIn(sources);
  if (sources.length === 0 && !turn?.gone.length) return 'No sources';
  const left = sources.length - included;
  const { added = [], gone = [] } = turn ?? {};
  return [
    left === 0 ? count(included, 'source') : `${figure(included)} of ${count(sources.length, 'source')}`,
    added.length > 0 && `${figure(added.length)} new since the message before`,
    gone.length > 0 && `${figure(gone.length)} gone`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** `6,480 of 8,000 tokens, 5,120 from the provider’s cache, $0.02, checked by Claude Haiku 4.5 for $0.0003`. */
export function tokensWords(window: ContextWindow, usage: UsagePart | null, check: CheckPart | null): string {
  const words = [`${figure(usedTokens(window))} of ${count(window.size, 'token')}`];
  if (usage && usage.cacheReadTokens > 0) words.push(`${figure(usage.cacheReadTokens)} from the provider’s cache`);
  if (usage && usage.costMicros !== null) words.push(dollars(usage.costMicros));
  if (check) {
    const did = check.isDone ? `checked by ${check.name}` : `${check.name} could not check it`;
    words.push(check.costMicros === null ? did : `${did} for ${dollars(check.costMicros)}`);
  }
  return words.join(', ');
}

/** `The model no longer gets the 12 messages above`. */
export function leftWords(left: number): string {
  return `The model no longer gets the ${left === 1 ? 'message' : `${figure(left)} messages`} above`;
}

/** `3,400 tokens of the conversation, without its first 12 messages`. */
export function historyWords({ history }: ContextWindow, left: number): string {
  const gone = left === 1 ? 'message' : `${figure(left)} messages`;
  return `${count(history, 'token')} of the conversation, without its first ${gone}`;
}

const MATCHED: Readonly<Record<RetrievedSource['matchedBy'], string | null>> = {
  pin: null,
  bucket: null,
  words: 'by words',
  meaning: 'by meaning',
  both: 'by words and meaning',
};

/** `podcast note, in Platforms, 14 March, by meaning`. */
export function entryWords(source: RetrievedSource, now: number): string {
  const { sourceType, retrievalMethod, bucketName, matchedBy } = source;
  return [
    KIND_NAMES[sourceType],
    retrievalMethod !== 'bucket' && (bucketName === null ? 'in the inbox' : `in ${bucketName}`),
    dayOfSource(source, now),
    MATCHED[matchedBy],
  ]
    .filter(Boolean)
    .join(', ');
}

/** How sources outside pins and bucket were found, with facts that only the details show. */
export function meaningWords(meaning: { readonly model: string; readonly threshold: number } | null) {
  if (!meaning) return { words: 'Other buckets were searched by words alone.', details: null };
  return {
    words: 'Other buckets were searched by words and by meaning.',
    details: `By meaning with ${meaning.model}, from a similarity of ${meaning.threshold.toFixed(2)} on.`,
  };
}

/** The voice of a reply. Null: only the rules for everyone apply. */
export function voiceWords(personName: string | null): string {
  return personName === null ? 'By the rules for everyone' : `In the voice of ${personName}`;
}
