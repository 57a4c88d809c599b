import type { RecallDependencies } from '#modes/recall/server/dependencies.ts';
import { createRecallServer } from '#modes/recall/server/recall-server.ts';
import type { ModeId } from '#session/protocol.ts';
import type { ModeServer } from '#session/server/mode-server.ts';

/** Every mode's server half. */
export function createServerModes(dependencies: { recall: RecallDependencies }) {
  return {
    recall: createRecallServer(dependencies.recall),
  } satisfies Record<ModeId, ModeServer>;
}
