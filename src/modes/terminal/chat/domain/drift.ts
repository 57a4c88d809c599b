import type { Feed } from '../protocol.ts';

/** A feed that missed this many of the latest blocks is not read any more. */
const MAX_MISSES = 3;
const WATCHED = 40;
/** A block matches where this share of its characters agrees. */
export const MATCH = 0.98;

/** How well a feed agreed with the transcript lately: a change of the CLI may make its wordings unreadable. */
export class Drift {
  readonly #latest: boolean[] = [];
  readonly feed: Feed;
  isLost = false;

  constructor(feed: Feed) {
    this.feed = feed;
  }

  /** True if the feed is lost by this block. */
  count(isMatch: boolean): boolean {
    if (this.isLost) return false;
    this.#latest.push(isMatch);
    if (this.#latest.length > WATCHED) this.#latest.shift();
    this.isLost = this.#latest.filter((each) => !each).length >= MAX_MISSES;
    return this.isLost;
  }
}
