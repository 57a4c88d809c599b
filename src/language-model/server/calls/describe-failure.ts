import { trimEnd } from '#text/domain/trim-ends.ts';

import { roleInWords } from '../../domain/role-in-words.ts';
import type { RoleId } from '../../protocol.ts';
import type { ProviderConnection } from '../keys/provider-connection.ts';
import { ModelFailure, type ModelFailureKind } from '../model-failure.ts';
import { insteadWords } from './instead-words.ts';

const environmentKeys = { anthropic: 'ANTHROPIC_API_KEY', openai: 'OPENAI_API_KEY' } as const;

interface Told {
  readonly message: string;
  readonly remedy: string;
}

interface Asked {
  /** Null if the call was not for a role, for example a list of models. */
  readonly role: RoleId | null;
  readonly model: string;
  readonly connection: ProviderConnection;
}

/** Describes a failure for the person: which role's model, what the provider said, and which setting to change. */
export function describeFailure(failure: ModelFailure, asked: Asked): ModelFailure {
  if (failure.failure === 'spending-limit') return failure;
  const { retryAfterMs, providerMessage } = failure;
  const told = wordings[failure.failure](asked, failure);
  const instead = insteadWords(failure.failure, { ...asked, message: told.message });
  return new ModelFailure(failure.failure, { ...told, retryAfterMs, providerMessage, instead });
}

type Wording = (asked: Asked, failure: ModelFailure) => Told;

/** Matches if the role's limit exceeds the model's, or leaves no room for the request. */
const ASKS_TOO_MUCH =
  /max_(completion_)?tokens.{0,40}(>|too large|at most)|\d (tokens )?(in|for) the (completion|output)|\d output tokens/i;

const ANOTHER = 'Choose another one in Settings, under Models.';

const wordings: Readonly<Record<Exclude<ModelFailureKind, 'spending-limit'>, Wording>> = {
  'rejected-key': ({ role, connection }, { providerMessage }) => ({
    message: `${begin(connection.name)} rejected the key for ${whose(role)}${quoted(providerMessage)}.`,
    remedy:
      connection.keyFrom === 'server'
        ? `The key comes from ${environmentKeys[connection.provider]}: correct it and start Warren again, or give a key of your own in Settings, under Models.`
        : 'Check your key in Settings, under Models.',
  }),
  forbidden: ({ role, model, connection }, { providerMessage }) => ({
    message: `This account may not use ${whose(role)}${named(model)} at ${connection.name}${quoted(providerMessage)}.`,
    remedy: 'Choose another model in Settings, under Models, or give that account access to this one.',
  }),
  'unknown-model': ({ role, model, connection }) => ({
    message: `${begin(whose(role))}${named(model)} is not known to ${connection.name}.`,
    remedy: ANOTHER,
  }),
  'no-credit': ({ role, connection }, { providerMessage }) => ({
    message: `There is no credit left for ${whose(role)} at ${connection.name}${quoted(providerMessage)}.`,
    remedy: 'Add credit to that account or raise its limit, or choose another model in Settings, under Models.',
  }),
  'rate-limited': ({ role, connection }, { retryAfterMs }) => ({
    message: `${begin(connection.name)} accepts no more requests for ${whose(role)} right now.`,
    remedy: `Come back in ${waitText(retryAfterMs)} and try again.`,
  }),
  overloaded: ({ role, connection }, { providerMessage, retryAfterMs }) => ({
    message: `${begin(connection.name)} is overloaded or has a fault, and ${whose(role)} did not answer${quoted(providerMessage)}.`,
    remedy: `Try again in ${waitText(retryAfterMs)}.`,
  }),
  refused: ({ role, model }) => ({
    message: `${begin(whose(role))}${named(model)} would not answer this.`,
    remedy: 'Rephrase your message, or choose another model in Settings, under Models.',
  }),
  'too-large': ({ role, model }) => ({
    message: `${role === 'embedder' ? 'A text' : 'This conversation'} is too long for ${whose(role)}${named(model)}.`,
    remedy: 'Choose a model with a larger context in Settings, under Models, or end this session and begin another.',
  }),
  'rejected-request': ({ role, model, connection }, { providerMessage }) => ({
    message: `${begin(connection.name)} did not accept the request for ${whose(role)}${named(model)}${quoted(providerMessage)}.`,
    remedy: ASKS_TOO_MUCH.test(providerMessage ?? '')
      ? 'Allow it a shorter answer in Settings, under Models.'
      : 'Check the address and the model in Settings, under Models.',
  }),
  stalled: ({ role, connection }, { providerMessage }) => ({
    message: `Nothing more came from ${connection.name} for ${whose(role)}${noted(providerMessage)}.`,
    remedy: 'Try again. If it happens often, choose another model in Settings, under Models.',
  }),
  cut: ({ role, connection }) => ({
    message: `The connection to ${connection.name} broke off while ${whose(role)} answered.`,
    remedy: 'Try again.',
  }),
  malformed: ({ role, connection }, { providerMessage }) => ({
    message: `${begin(connection.name)} sent something for ${whose(role)} that cannot be read${noted(providerMessage)}.`,
    remedy: 'Try again. If it does not help, check the address and the model in Settings, under Models.',
  }),
  unreachable: ({ role, connection }, { providerMessage }) => ({
    message: `${begin(connection.name)} cannot be reached for ${whose(role)}${noted(providerMessage)}.`,
    remedy:
      connection.baseUrlFrom === 'default'
        ? 'Check the connection to the internet, then try again.'
        : `Check that a server runs at ${connection.baseUrl}, and its address in Settings, under Models.`,
  }),
};

function whose(role: RoleId | null): string {
  return role === null ? 'the list of models' : `the ${roleInWords(role)}’s model`;
}

function named(model: string): string {
  return model === '' ? '' : ` \`${model}\``;
}

function begin(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** The provider's message, as part of a sentence. */
function quoted(providerMessage: string | undefined): string {
  return providerMessage === undefined ? '' : `: “${trimEnd(providerMessage, /[.!]/u)}”`;
}

/** Warren's own diagnosis, in parentheses. */
function noted(providerMessage: string | undefined): string {
  return providerMessage === undefined ? '' : ` (${providerMessage})`;
}

function waitText(milliseconds: number | undefined): string {
  const seconds = Math.ceil((milliseconds ?? 60_000) / 1_000);
  if (seconds <= 90) return seconds === 1 ? 'a second' : seconds === 60 ? 'a minute' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}
