import type { HookReading } from './hook-feed.ts';
import type { ScreenReading, TranscriptReading } from './items.ts';
import type { MergedTurn } from './merging/merged-item.ts';

interface Known {
  readonly transcript: TranscriptReading;
  readonly hooks: HookReading;
  readonly screen: ScreenReading | null;
  readonly turns: readonly MergedTurn[];
}

/**
 * Whether something is still to come in the latest turn. Hooks say when it begins and ends; an interruption, which fires
 * none, is in the transcript and on the screen. Without hooks the screen says it.
 */
export function isTurnUnderWay({ transcript, hooks, screen, turns }: Known): boolean {
  const hooked = hooks.turns.at(-1);
  const last = turns.at(-1);
  if (!last) return false;
  const isInterrupted = last.items.at(-1)?.item.type === 'notice' && isEnd(last);
  if (isInterrupted) return false;
  if (!hooked) return screen ? screen.isWorking : !transcript.isTurnOver;
  const isOfHooks = last.items.some(({ feeds }) => feeds.includes('hooks'));
  // The transcript is ahead: a command that fires no hooks.
  if (!isOfHooks) return screen?.isWorking ?? !transcript.isTurnOver;
  return !hooked.isOver;
}

function isEnd({ items }: MergedTurn): boolean {
  const item = items.at(-1)?.item;
  return item?.type === 'notice' && (item.kind === 'interrupted' || item.kind === 'api-error');
}
