import type { SessionState } from '#session/protocol.ts';
import { sentencesOf } from '#text/domain/sentences.ts';

import type { RabbitholeHost } from '../protocol.ts';
import type { RabbitholeAgent } from './agents/agents.ts';
import type { RabbitholeDependencies } from './dependencies.ts';

interface Inside {
  readonly person: string;
  readonly session: SessionState;
  /** The hole. */
  readonly thread: string;
  readonly topic: string;
}

interface AgentsOfHole {
  readonly agent: RabbitholeAgent;
  /** Answers if the agent's model fails before its first word; null for an agent without a model. */
  readonly instead: RabbitholeAgent | null;
}

/** At most this many agents are held. One that was dropped is created again from the log. */
const MAX_AGENTS = 100;

/** The sentences of a set's description. */
function passagesIn(description: string) {
  return sentencesOf(description)
    .map(({ text }) => text.trim())
    .filter((text) => text !== '')
    .map((text, place) => ({ id: `description-${String(place)}`, text, isOpen: false }));
}

/**
 * One agent for each open hole. Its role is looked up for each reply, so that a change of settings creates a new agent.
 * Everything that an agent knows is in the log.
 */
export function createAgentsInside({ database, agentsOf }: Pick<RabbitholeDependencies, 'database' | 'agentsOf'>) {
  const agents = new Map<string, RabbitholeAgent>();
  return {
    async of({ person, session, thread, topic }: Inside, host: RabbitholeHost): Promise<AgentsOfHole> {
      const { name, description } = await host.subjectOf(session, person);
      const passages = async (words: string) => {
        const found = await host.passagesOf(session, { person, topic, words });
        return [...passagesIn(description), ...found].map((passage) => ({ source: name, ...passage }));
      };
      const { createAgent, createAgentInstead } = await agentsOf(database.read, person, host.roles);
      const key = `${session.session}/${thread}`;
      const { drawsFrom } = host;
      const surroundings = { topic, setName: name, setDescription: description, ...(drawsFrom && { drawsFrom }) };
      const made = createAgent(surroundings, passages);
      const instead = createAgentInstead?.(surroundings, passages) ?? null;
      // Without a client of its own an agent is made anew, because what it may tell changes with what is recalled.
      if (made.signature === undefined) return { agent: made, instead };
      const known = agents.get(key);
      if (known?.name === made.name && known.signature === made.signature) return { agent: known, instead };
      agents.set(key, made);
      const oldest = agents.keys().next();
      if (agents.size > MAX_AGENTS && !oldest.done) agents.delete(oldest.value);
      return { agent: made, instead };
    },
    forget(thread: string): void {
      for (const key of agents.keys()) if (key.endsWith(`/${thread}`)) agents.delete(key);
    },
  };
}
