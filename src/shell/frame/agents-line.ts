import type { Agent } from '#modes/recall/asking/protocol.ts';

/** Who answers and where what is said goes, in two short lines. */
export function agentsLine(agents: readonly Agent[]): readonly string[] {
  const destinations = distinct(agents.flatMap(({ destination }) => destination ?? []));
  const models = distinct(agents.flatMap(({ embedded, name }) => (embedded ? [] : name)));
  if (models.length === 0) return ['Embedded agents', 'No key, nothing leaves this machine'];
  const isMixed = agents.some(({ embedded }) => embedded);
  return [
    isMixed ? `${models.join(', ')} and embedded agents` : models.join(', '),
    `What you say goes to ${destinations.join(' and ')}`,
  ];
}

function distinct(names: readonly string[]): readonly string[] {
  return [...new Set(names)];
}
