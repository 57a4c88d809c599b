import type { RecorderState } from '../../recording/server/recorder.ts';

/** What keeps a terminal from being recorded, in words for the person; null where nothing does. */
export function troubleOf(state: RecorderState): string | null {
  if (state.kind === 'cut') return 'The recording has reached its greatest size: what comes now is not recorded.';
  return state.kind === 'stopped' ? state.message : null;
}
