import type { ProviderId, RoleChoice, RoleId } from '../protocol.ts';

/** The endpoint of a provider that can be used. `custom`: an address that the person gave, whose models are unknown. */
export type EndpointKind = 'official' | 'custom' | 'none';

/** Small, fast models for evaluation and titles; large ones for conversation and for texts that are stored. */
const models: Readonly<Record<Exclude<RoleId, 'embedder' | 'checker'>, Readonly<Record<ProviderId, string>>>> = {
  tutor: { anthropic: 'claude-opus-5-5', openai: 'gpt-6.1-sol' },
  evaluator: { anthropic: 'claude-haiku-4-5-20251001', openai: 'gpt-5.4-mini' },
  explorer: { anthropic: 'claude-opus-5-5', openai: 'gpt-6.1-sol' },
  detector: { anthropic: 'claude-haiku-4-5-20251001', openai: 'gpt-5.4-mini' },
  strategist: { anthropic: 'claude-opus-5-5', openai: 'gpt-6.1-sol' },
  writer: { anthropic: 'claude-opus-5-5', openai: 'gpt-6.1-sol' },
  'point-writer': { anthropic: 'claude-opus-5-5', openai: 'gpt-6.1-sol' },
  titler: { anthropic: 'claude-haiku-4-5-20251001', openai: 'gpt-5.4-mini' },
};

const maxTokens: Readonly<Record<RoleId, number>> = {
  tutor: 4_096,
  evaluator: 1_024,
  explorer: 4_096,
  detector: 512,
  strategist: 4_096,
  writer: 4_096,
  'point-writer': 4_096,
  titler: 256,
  checker: 1_024,
  // Not used: an embedder writes no answers.
  embedder: 8_192,
};

const EMBEDDER_MODEL = 'text-embedding-3-small';

/**
 * The choice for a role if the person made none: Anthropic if it has a key or no provider has one, OpenAI if only
 * OpenAI has one. A custom address has no default, because its models are unknown. Anthropic has no embedding models,
 * so the embedder's default is OpenAI's or the embedded one. The checker is off until a model is chosen for it.
 */
export function defaultChoice(role: RoleId, endpoints: Readonly<Record<ProviderId, EndpointKind>>): RoleChoice {
  const limit = { maxTokens: maxTokens[role] };
  if (role === 'checker') return { provider: null, model: '', ...limit };
  if (role === 'embedder')
    return endpoints.openai === 'official'
      ? { provider: 'openai', model: EMBEDDER_MODEL, ...limit }
      : { provider: null, model: '', ...limit };
  if (endpoints.anthropic !== 'none' || endpoints.openai === 'none')
    return { provider: 'anthropic', model: models[role].anthropic, ...limit };
  if (endpoints.openai === 'official') return { provider: 'openai', model: models[role].openai, ...limit };
  return { provider: null, model: '', ...limit };
}
