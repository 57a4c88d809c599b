import { isKnownEmbedding } from '../../domain/embedding-facts.ts';
import { findModel } from '../../domain/known-models.ts';
import type { KnownModel, OfferedModels, ProviderId } from '../../protocol.ts';
import { priceText } from '../money.ts';

export interface ModelChoice {
  readonly id: string;
  readonly name: string;
  /** The price of a million tokens; null if unknown. */
  readonly price: string | null;
}

interface Choices {
  readonly provider: ProviderId;
  readonly known: readonly KnownModel[];
  /** Whether the models are for the embedder, which has others than the other roles. */
  readonly isEmbedder: boolean;
  /** The models that the provider offers; undefined if it was not asked or did not answer. */
  readonly offered: OfferedModels['models'] | undefined;
  /** Text typed to narrow the list. */
  readonly filter: string;
}

/**
 * The models to choose from: known ones first, then others that the provider offers. Dated snapshots of known models
 * are not listed. An OpenAI-compatible endpoint may be any server: once it has listed its models, no others are
 * suggested.
 */
export function modelChoices({ provider, known, isEmbedder, offered, filter }: Choices): readonly ModelChoice[] {
  const own = known.filter((model) => model.provider === provider && model.isEmbedding === isEmbedder);
  const isOfOtherRoles = (id: string) => {
    const found = findModel(provider, id);
    return found !== undefined && isKnownEmbedding(found.id) !== isEmbedder;
  };
  const nameOfOffered = (id: string) => findModel(provider, id)?.id ?? id;
  const offeredNames = offered && new Set(offered.map(({ id }) => nameOfOffered(id)));
  const listed = provider === 'openai' && offeredNames ? own.filter(({ id }) => offeredNames.has(id)) : own;
  const listedIds = new Set(listed.map(({ id }) => id));
  const all: ModelChoice[] = [
    ...listed.map((model) => ({ id: model.id, name: model.name, price: modelPrice(model) })),
    ...(offered ?? [])
      .filter(({ id }) => !listedIds.has(nameOfOffered(id)) && !isOfOtherRoles(id))
      .map(({ id, name }) => ({ id, name, price: null })),
  ];
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  return all.filter(({ id, name }) => {
    const text = `${id} ${name}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** `$1 in, $5 out`, each for a million tokens, or `$0.02` without any out; null if a price is unknown. */
export function modelPrice({ inputPrice, outputPrice }: Pick<KnownModel, 'inputPrice' | 'outputPrice'>): string | null {
  if (inputPrice === null || outputPrice === null) return null;
  if (outputPrice === 0) return priceText(inputPrice);
  return `${priceText(inputPrice)} in, ${priceText(outputPrice)} out`;
}

/** The price of the model in the field, including dated snapshots; null if unknown. */
export function priceOf(provider: ProviderId, id: string): string | null {
  const price = findModel(provider, id.trim())?.price;
  return price ? modelPrice({ inputPrice: price.input, outputPrice: price.output }) : null;
}
