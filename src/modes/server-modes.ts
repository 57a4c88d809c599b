import type { RabbitholeDependencies } from '#modes/rabbit-hole/server/dependencies.ts';
import { createRabbitholeServer } from '#modes/rabbit-hole/server/rabbithole-server.ts';
import type { RecallModeDependencies } from '#modes/recall/server/agents/agents.ts';
import { createRecallServer } from '#modes/recall/server/recall-server.ts';
import type { ModeServers } from '#session/server/mode-server.ts';

/** Every mode's server half. */
export function createServerModes(dependencies: {
  recall: RecallModeDependencies;
  rabbithole: RabbitholeDependencies;
}) {
  return {
    recall: createRecallServer(dependencies.recall),
    'rabbit-hole': createRabbitholeServer(dependencies.rabbithole),
  } satisfies ModeServers;
}
