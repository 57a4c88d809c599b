import type { Citation, Usage } from '#language-model/domain/chunk.ts';

import type { Said } from '../../context/domain/explore-query.ts';
import type { SourceInContext } from '../../context/server/entries.ts';

export interface StrategistRequest {
  /** Oldest first. Ends with the newest message, or with the reply to be continued. */
  readonly history: readonly Said[];
  /** The number of messages before those, in a long session. */
  readonly earlier?: number;
  /** The model sees documents first, then the tail. Citations refer to them by index from 0. */
  readonly sources: readonly SourceInContext[];
  readonly bucketName: string | null;
  readonly userName: string;
  /** One rule per item. */
  readonly personalVoice: readonly string[];
  readonly companyVoice: readonly string[];
  /** Rules of another agent over the same sources; default: the strategist's. See `ExplorePromptInput`. */
  readonly rules?: string;
  readonly further?: string;
  readonly asides?: readonly string[];
}

export interface StrategistCall {
  readonly session: string | null;
  readonly signal: AbortSignal;
  readonly showWait?: (wait: { readonly retryInMs: number; readonly reason: string }) => void;
}

/** The usage of a model call, and its cost in millionths of a US dollar; null if the price is unknown. */
export interface CallUsage {
  readonly type: 'usage';
  readonly usage: Usage;
  readonly costMicros: number | null;
}

export interface Strategist {
  /** Its name on the page. */
  readonly name: string;
  /** Needs no key and no network. */
  readonly isEmbedded: boolean;
  /** The address that messages are sent to, as the page shows it; null if there is none. */
  readonly destination: string | null;
  /** The window for its sources and the conversation, in tokens. */
  readonly contextTokens: number;
  /** Maximum length of one reply, in tokens. */
  readonly maxTokens: number;
  /** The cost of a request with this many input tokens without a cache; null if it is unknown. */
  readonly costOf: (inputTokens: number) => number | null;
  /** Streams the reply: text, citations after their text, and finally its usage. Throws on failure. */
  reply(request: StrategistRequest, call: StrategistCall): AsyncIterable<string | Citation | CallUsage>;
}

/** The order of the documents in a request. */
export function inRequestOrder(sources: readonly SourceInContext[]): readonly SourceInContext[] {
  const of = (method: string, isLate = false) =>
    sources.filter(
      ({ entry: { included, place, retrievalMethod, since } }) =>
        included && place === 'documents' && retrievalMethod === method && isLate === (since !== undefined),
    );
  const tail = sources.filter(({ entry }) => entry.included && entry.place === 'tail');
  return [...of('pinned'), ...of('bucket'), ...of('bucket', true), ...tail];
}
