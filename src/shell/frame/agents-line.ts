import type { Agent } from '#account/web/queries.ts';

/** Who answers, in two short lines. */
export function agentsLine(agents: readonly Agent[]): readonly string[] {
  const others = [...new Set(agents.filter(({ embedded }) => !embedded).map(({ name }) => name))];
  if (others.length === 0) return ['Embedded agents', 'No key, nothing leaves this machine'];
  const isMixed = agents.some(({ embedded }) => embedded);
  return [others.join(', '), isMixed ? 'and embedded agents answer' : 'What you say is sent there'];
}
