import type { HookReading } from './hook-feed.ts';
import type { ScreenReading, TranscriptReading } from './items.ts';
import type { MergedTurn } from './merging/merged-item.ts';

interface Known {
  readonly transcript: TranscriptReading;
  readonly hooks: HookReading;
  readonly screen: ScreenReading | null;
  /** When the screen was read. */
  readonly screenAt: number;
  readonly now: number;
  readonly turns: readonly MergedTurn[];
}

/**
 * Whether something is still to come in the latest turn. Hooks say when it begins and ends; an interruption, which
 * fires none, is in the transcript and on the screen. Without hooks the screen says it.
 */
export function isTurnUnderWay(known: Known): boolean {
  const { transcript, hooks, screen, turns } = known;
  const hooked = hooks.turns.at(-1);
  const last = turns.at(-1);
  if (!last) return false;
  const isInterrupted = last.items.at(-1)?.item.type === 'notice' && isEnd(last);
  if (isInterrupted) return false;
  if (!hooked) return screen ? screen.isWorking : !transcript.isTurnOver;
  const isOfHooks = last.items.some(({ feeds }) => feeds.includes('hooks'));
  // The transcript is ahead: a command that fires no hooks.
  if (!isOfHooks) return screen?.isWorking ?? !transcript.isTurnOver;
  return !hooked.isOver || goesOnAfter(hooked.overAt, known);
}

/** The screen is read and painted within this time. */
const SCREEN_LAG_MS = 500;
/** A spinner turns several times a second: one that stands still is read no more. */
const MAX_STILL_MS = 5_000;

/** Another hook may keep a turn from its end: then the spinner turns on after it. */
const goesOnAfter = (overAt: number, { screen, screenAt, now }: Known) =>
  screen?.isWorking === true && screenAt > overAt + SCREEN_LAG_MS && now - screenAt < MAX_STILL_MS;

function isEnd({ items }: MergedTurn): boolean {
  const item = items.at(-1)?.item;
  return item?.type === 'notice' && (item.kind === 'interrupted' || item.kind === 'api-error');
}
