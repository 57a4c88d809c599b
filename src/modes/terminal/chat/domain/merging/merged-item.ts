import type { Feed } from '../../protocol.ts';
import type { Item } from '../items.ts';

/** An item with the feeds that told of it. */
export interface MergedItem {
  readonly item: Item;
  readonly feeds: readonly Feed[];
}

/** A turn of the conversation, from a prompt on. What stands before the first prompt is a turn without one. */
export interface MergedTurn {
  /** Names its messages: the same whichever feed told of it first. */
  readonly key: string;
  readonly items: readonly MergedItem[];
}
