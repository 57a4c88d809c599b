import type { ProviderConnection } from '../keys/provider-connection.ts';
import type { InsteadWords, ModelFailureKind } from '../model-failure.ts';

interface Asked {
  readonly connection: ProviderConnection;
  /** The failure, in words about this role. */
  readonly message: string;
}

/** Failures of a provider or its key, which affect every role. */
const OF_PROVIDER: readonly ModelFailureKind[] = [
  'rejected-key',
  'no-credit',
  'unreachable',
  'overloaded',
  'rate-limited',
  'spending-limit',
];

export function isOfProvider(failure: ModelFailureKind): boolean {
  return OF_PROVIDER.includes(failure);
}

/**
 * The notice when an embedded agent answers because a model failed. A failure of the whole provider is worded without
 * the role, so that the failures of several roles give one notice.
 */
export function insteadWords(failure: ModelFailureKind, { connection, message }: Asked): InsteadWords {
  const { name } = connection;
  const theName = name.charAt(0).toUpperCase() + name.slice(1);
  switch (failure) {
    case 'rejected-key':
      return {
        message: `The key for ${name} was rejected.`,
        remedy:
          connection.keyFrom === 'server'
            ? 'What is built in answers until it is corrected where the server was started, or until you add a key of your own in Settings, under Models.'
            : 'What is built in answers until it is replaced in Settings, under Models.',
      };
    case 'no-credit':
      return {
        message: `There is no credit left at ${name}.`,
        remedy: 'What is built in answers until credit is added, or another model is chosen in Settings, under Models.',
      };
    case 'unreachable':
      return {
        message: `${theName} cannot be reached.`,
        remedy: 'What is built in answers until it can. Its address is in Settings, under Models.',
      };
    case 'overloaded':
      return {
        message: `${theName} is overloaded or has a fault.`,
        remedy: 'What is built in answers until it is back.',
      };
    case 'rate-limited':
      return {
        message: `${theName} accepts no more requests right now.`,
        remedy: 'What is built in answers until it does.',
      };
    default:
      return answersInstead(message);
  }
}

export function answersInstead(message: string): InsteadWords {
  return {
    message,
    remedy: 'What is built in answers instead. If it happens often, choose another model in Settings, under Models.',
  };
}
