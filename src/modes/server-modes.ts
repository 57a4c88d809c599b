import type { RabbitholeDependencies } from '#modes/rabbit-hole/server/dependencies.ts';
import { createRabbitholeServer } from '#modes/rabbit-hole/server/rabbithole-server.ts';
import type { RecallDependencies } from '#modes/recall/server/dependencies.ts';
import { createRecallServer } from '#modes/recall/server/recall-server.ts';
import type { ModeId } from '#session/protocol.ts';
import type { ModeServer } from '#session/server/mode-server.ts';

/** Every mode's server half. */
export function createServerModes(dependencies: { recall: RecallDependencies; rabbithole: RabbitholeDependencies }) {
  return {
    recall: createRecallServer(dependencies.recall),
    'rabbit-hole': createRabbitholeServer(dependencies.rabbithole),
  } satisfies Record<ModeId, ModeServer>;
}
