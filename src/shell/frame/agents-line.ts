import type { AnsweringAgent } from '#session/web/contribution/contribution.ts';

/** Names the answering agents and where messages are sent, in two short lines. */
export function agentsLine(agents: readonly AnsweringAgent[]): readonly string[] {
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
