import type { SourcePassage, Surroundings } from '../domain/surroundings.ts';
import type { RabbitholeAgent } from './agents/agents.ts';
import type { RabbitholeDependencies } from './dependencies.ts';

interface Inside {
  readonly person: string;
  readonly session: string;
  /** The hole. */
  readonly thread: string;
}

/** So many are kept: one that was let go is made anew from the log. */
const MOST_AGENTS = 100;

/**
 * One agent for each hole that is open. Who plays it is asked each time, as for every other role: when that has changed,
 * the next reply comes from a new one. All that an agent knows is in the log.
 */
export function createAgentsInside({ database, agentsOf }: Pick<RabbitholeDependencies, 'database' | 'agentsOf'>) {
  const agents = new Map<string, RabbitholeAgent>();
  return {
    async of(
      { person, session, thread }: Inside,
      surroundingsOf: () => Promise<Surroundings>,
      passagesOf: () => readonly { readonly id: string; readonly text: string }[],
    ): Promise<RabbitholeAgent> {
      const surroundings = await surroundingsOf();
      const passages: readonly SourcePassage[] = passagesOf().map((passage) => ({
        ...passage,
        source: surroundings.setName,
      }));
      const { createAgent } = await agentsOf(database.read, person);
      const key = `${session}/${thread}`;
      const made = createAgent(surroundings, passages);
      const known = agents.get(key);
      if (known?.name === made.name && known.signature === made.signature) return known;
      agents.set(key, made);
      const oldest = agents.keys().next();
      if (agents.size > MOST_AGENTS && !oldest.done) agents.delete(oldest.value);
      return made;
    },
    forget(thread: string): void {
      for (const key of agents.keys()) if (key.endsWith(`/${thread}`)) agents.delete(key);
    },
  };
}
