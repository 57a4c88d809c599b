import type { Citation, Usage } from '#language-model/domain/chunk.ts';

import type { Said } from '../../context/domain/explore-query.ts';
import type { SourceInContext } from '../../context/server/entries.ts';

export interface StrategistRequest {
  /** Oldest first. It ends with the newest message, or with the reply that is to be continued. */
  readonly history: readonly Said[];
  /** The number of messages before these, in a long session. */
  readonly earlier?: number;
  /** The model sees documents first, then the tail. A citation counts them from 0. */
  readonly sources: readonly SourceInContext[];
  readonly bucketName: string | null;
  readonly userName: string;
  /** One rule each. */
  readonly personalVoice: readonly string[];
  readonly companyVoice: readonly string[];
  /** Of another agent over the same sources; omitted: the strategist’s own. See `ExplorePromptInput`. */
  readonly rules?: string;
  readonly further?: string;
  readonly asides?: readonly string[];
}

export interface StrategistCall {
  readonly session: string | null;
  readonly signal: AbortSignal;
  readonly showWait?: (wait: { readonly retryInMs: number; readonly reason: string }) => void;
}

/** The usage of a call of a model, and its cost in millionths of a US dollar; null if the price is unknown. */
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
  /** The room in which its sources and the conversation must fit, in tokens. */
  readonly contextTokens: number;
  /** The most tokens of one reply. */
  readonly maxTokens: number;
  /** The cost of a request of so many tokens without a cache; null if it is unknown. */
  readonly costOf: (inputTokens: number) => number | null;
  /** Streams the reply: text, citations after their text, and at last what it used. Throws what failed. */
  reply(request: StrategistRequest, call: StrategistCall): AsyncIterable<string | Citation | CallUsage>;
}

/** The order in which a request has its documents. */
export function inRequestOrder(sources: readonly SourceInContext[]): readonly SourceInContext[] {
  const of = (method: string, isLate = false) =>
    sources.filter(
      ({ entry: { included, place, retrievalMethod, since } }) =>
        included && place === 'documents' && retrievalMethod === method && isLate === (since !== undefined),
    );
  const tail = sources.filter(({ entry }) => entry.included && entry.place === 'tail');
  return [...of('pinned'), ...of('bucket'), ...of('bucket', true), ...tail];
}
