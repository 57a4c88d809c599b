import type { RabbitholeAgents, RabbitholeDetector } from '#modes/rabbit-hole/server/agents/agents.ts';
import { embeddedDetector } from '#modes/rabbit-hole/server/agents/embedded-detector.ts';
import { embeddedPointWriter } from '#point-writer/server/point-writer.ts';

import { openFirstPerson } from './first-person.ts';

interface ConfiguredDetector {
  readonly detector: RabbitholeDetector;
  close(): Promise<void>;
}

/** The detector that the first person's settings select. */
export async function configuredDetector(environment: NodeJS.ProcessEnv): Promise<ConfiguredDetector> {
  const first = await openFirstPerson(environment);
  if (!first) return { detector: embeddedDetector, close: () => Promise.resolve() };
  const { chooseRabbitholeAgents } = await import('#modes/rabbit-hole/server/agents/choose-agents.ts');
  const { createEmbeddedExplorer } = await import('#modes/rabbit-hole/server/agents/embedded-agents.ts');
  const embedded = {
    detector: embeddedDetector,
    pointWriter: embeddedPointWriter,
    createAgent: (...made: Parameters<RabbitholeAgents['createAgent']>) =>
      createEmbeddedExplorer(...made, { paceMs: 0 }),
  };
  const { detector } = await chooseRabbitholeAgents(first.roleModels, embedded)(first.db, first.person, []);
  return { detector, close: () => first.close() };
}
