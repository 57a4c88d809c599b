/** The name of every agent that works without a language model, and so needs no key and no network. */
export const BUILT_IN = 'Built in';

/** The name of an agent for display: logs of earlier versions have other names for built-in agents. */
export function agentName(stored: string): string {
  return /^Embedded [a-z]+$/u.test(stored) ? BUILT_IN : stored;
}
