import type { ProviderId, RoleChoice, RoleId } from '../protocol.ts';

/** What of a provider can be used. `elsewhere`: an address of one's own, whose models nobody knows but its owner. */
export type EndpointKind = 'official' | 'custom' | 'none';

/** Small and quick for what is read or named, large for what is talked with or kept. */
const models: Readonly<Record<RoleId, Readonly<Record<ProviderId, string>>>> = {
  tutor: { anthropic: 'claude-opus-5-5', openai: 'gpt-6.1-sol' },
  evaluator: { anthropic: 'claude-haiku-4-5-20251001', openai: 'gpt-5.4-mini' },
  explorer: { anthropic: 'claude-opus-5-5', openai: 'gpt-6.1-sol' },
  detector: { anthropic: 'claude-haiku-4-5-20251001', openai: 'gpt-5.4-mini' },
  'point-writer': { anthropic: 'claude-opus-5-5', openai: 'gpt-6.1-sol' },
  titler: { anthropic: 'claude-haiku-4-5-20251001', openai: 'gpt-5.4-mini' },
};

const maxTokens: Readonly<Record<RoleId, number>> = {
  tutor: 4_096,
  evaluator: 1_024,
  explorer: 4_096,
  detector: 512,
  'point-writer': 4_096,
  titler: 256,
};

/**
 * Who plays a role where nothing was chosen: Anthropic's model where there is a key for it or none for anyone, OpenAI's
 * where there is one for that alone. An address of one's own has no default: its models are not known.
 */
export function defaultChoice(role: RoleId, endpoints: Readonly<Record<ProviderId, EndpointKind>>): RoleChoice {
  const limit = { maxTokens: maxTokens[role] };
  if (endpoints.anthropic !== 'none' || endpoints.openai === 'none')
    return { provider: 'anthropic', model: models[role].anthropic, ...limit };
  if (endpoints.openai === 'official') return { provider: 'openai', model: models[role].openai, ...limit };
  return { provider: null, model: '', ...limit };
}
