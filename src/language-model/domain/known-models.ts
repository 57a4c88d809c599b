import type { ProviderId } from '../protocol.ts';

/** Prices in millionths of a US dollar per million tokens. */
interface Price {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  /** For a cache entry that lives five minutes, as Warren requests. */
  readonly cacheWrite: number;
  /** Applies to every token of a request instead if its prompt is longer than `over`. */
  readonly longPrompt?: { readonly over: number; readonly price: Omit<Price, 'longPrompt'> };
}

export interface KnownModelFacts {
  readonly provider: ProviderId;
  /** The id without the date at the end of a snapshot's id. */
  readonly id: string;
  readonly name: string;
  readonly price: Price | null;
}

/** A price in dollars per million tokens: input, output, cache read, cache write. */
function dollars(...prices: readonly [number, number, number, number]): Price {
  const [input, output, cacheRead, cacheWrite] = prices;
  const micros = (price: number) => Math.round(price * 1_000_000);
  return {
    input: micros(input),
    output: micros(output),
    cacheRead: micros(cacheRead),
    cacheWrite: micros(cacheWrite),
  };
}

function anthropic(id: string, name: string, price: Price | null): KnownModelFacts {
  return { provider: 'anthropic', id, name, price };
}

function openai(id: string, name: string, price: Price): KnownModelFacts {
  return { provider: 'openai', id, name, price };
}

/**
 * The models to choose from, newest first; for Anthropic those that its SDK 1.12.0 lists. Prices as of November 2026:
 * https://platform.claude.com/docs/en/about-claude/pricing and https://developers.openai.com/api/docs/pricing. Null if
 * no price was published. Other models can be used too; their cost is unknown.
 */
export const knownModels: readonly KnownModelFacts[] = [
  anthropic('claude-opus-5-5', 'Claude Opus 5.5', dollars(4, 20, 0.2, 5)),
  anthropic('claude-sonnet-5-5', 'Claude Sonnet 5.5', dollars(2, 10, 0.1, 2.5)),
  anthropic('claude-haiku-5-5', 'Claude Haiku 5.5', {
    ...dollars(0.1, 0.5, 0.01, 0.125),
    longPrompt: { over: 100_000, price: dollars(0.5, 2.5, 0.05, 0.625) },
  }),
  anthropic('claude-fable-5-2', 'Claude Fable 5.2', null),
  anthropic('claude-fable-5-1', 'Claude Fable 5.1', dollars(10, 50, 0.25, 12.5)),
  anthropic('claude-fable-5', 'Claude Fable 5', dollars(10, 50, 1, 12.5)),
  anthropic('claude-opus-5', 'Claude Opus 5', dollars(5, 25, 0.5, 6.25)),
  anthropic('claude-sonnet-5', 'Claude Sonnet 5', dollars(2, 10, 0.2, 2.5)),
  anthropic('claude-mythos-5-2', 'Claude Mythos 5.2', null),
  anthropic('claude-mythos-5-1', 'Claude Mythos 5.1', dollars(10, 50, 0.25, 12.5)),
  anthropic('claude-mythos-5', 'Claude Mythos 5', dollars(10, 50, 1, 12.5)),
  anthropic('claude-mythos-preview', 'Claude Mythos Preview', null),
  anthropic('claude-opus-4-8', 'Claude Opus 4.8', dollars(5, 25, 0.5, 6.25)),
  anthropic('claude-opus-4-7', 'Claude Opus 4.7', dollars(5, 25, 0.5, 6.25)),
  anthropic('claude-opus-4-6', 'Claude Opus 4.6', dollars(5, 25, 0.5, 6.25)),
  anthropic('claude-opus-4-5', 'Claude Opus 4.5', dollars(5, 25, 0.5, 6.25)),
  anthropic('claude-sonnet-4-6', 'Claude Sonnet 4.6', dollars(3, 15, 0.3, 3.75)),
  anthropic('claude-sonnet-4-5', 'Claude Sonnet 4.5', dollars(3, 15, 0.3, 3.75)),
  anthropic('claude-haiku-4-5', 'Claude Haiku 4.5', dollars(1, 5, 0.1, 1.25)),
  openai('gpt-6.1-sol', 'GPT-6.1 Sol', {
    ...dollars(2, 10, 0.1, 2.5),
    longPrompt: { over: 272_000, price: dollars(4, 15, 0.2, 5) },
  }),
  openai('gpt-6-sol', 'GPT-6 Sol', {
    ...dollars(2, 10, 0.2, 2.5),
    longPrompt: { over: 272_000, price: dollars(4, 15, 0.4, 5) },
  }),
  openai('gpt-5.4-mini', 'GPT-5.4 Mini', dollars(0.75, 4.5, 0.075, 0.75)),
  openai('gpt-5.4-nano', 'GPT-5.4 Nano', dollars(0.2, 1.25, 0.02, 0.2)),
  openai('text-embedding-3-small', 'Text Embedding 3 Small', dollars(0.02, 0, 0, 0)),
  openai('text-embedding-3-large', 'Text Embedding 3 Large', dollars(0.13, 0, 0, 0)),
  openai('text-embedding-ada-002', 'Text Embedding Ada 002', dollars(0.1, 0, 0, 0)),
];

/**
 * The facts of a model or of a snapshot of it such as `claude-haiku-4-5-20251001`; undefined for other models. With
 * null it searches the models of all providers.
 */
export function findModel(provider: ProviderId | null, id: string): KnownModelFacts | undefined {
  const undated = id.replace(/-(\d{8}|\d{4}-\d{2}-\d{2})$/, '');
  return knownModels.find(
    (model) => (provider === null || model.provider === provider) && (model.id === id || model.id === undated),
  );
}

/** For a model that Warren does not know. */
const UNKNOWN_CONTEXT = 32_000;

/**
 * Maximum number of tokens of a request and its answer together. For OpenAI it is the number that the lower price
 * covers; all of its models accept more. Some of Anthropic's models accept more too, at a higher price or on request.
 */
const CONTEXTS: Readonly<Record<ProviderId, number>> = { anthropic: 200_000, openai: 272_000 };

export function contextTokensOf(provider: ProviderId, id: string): number {
  return findModel(provider, id) ? CONTEXTS[provider] : UNKNOWN_CONTEXT;
}

/** The name on the page. */
export function modelName(provider: ProviderId | null, id: string): string {
  return findModel(provider, id)?.name ?? id;
}
