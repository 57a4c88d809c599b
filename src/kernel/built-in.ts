/** The name of every agent that works without a language model: what is built in needs no key and no network. */
export const BUILT_IN = 'Built in';

/** The name of an agent as it is shown: logs of earlier versions have other names for what is built in. */
export function agentName(stored: string): string {
  return /^Embedded [a-z]+$/u.test(stored) ? BUILT_IN : stored;
}
