import type { Decision, ModeContext } from '#session/domain/mode.ts';

import type { RecallState } from './recall-state.ts';

/** Takes the answer to a self-check of an older session back: it counts as not answered. */
export function undoSelfCheck(
  { state }: ModeContext<RecallState>,
  { pointId, messageId }: { readonly pointId: string; readonly messageId: string },
): Decision {
  if (!Object.hasOwn(state.selfCheckAnswers, messageId)) return { ok: true, events: [] };
  const recalledCount = state.recalledIds.filter((id) => id !== pointId).length;
  return { ok: true, events: [{ type: 'self_check_undone', messageId, pointId, recalledCount }] };
}
