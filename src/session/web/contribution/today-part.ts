import type { ReactNode } from 'react';

export interface TodayCard {
  readonly title: string;
  /** Explains a term of the title, as a tooltip. */
  readonly hint?: string;
  /**
   * `first`: at the left, before all others. `beside`: with the unfinished sessions at its right, after those that wait
   * for the person. Omitted: a whole row below.
   */
  readonly place?: 'first' | 'beside';
  readonly content: ReactNode;
}

/** Shown on Today before there has been any session. */
interface FirstStart {
  /** Its use, in one sentence. */
  readonly sentence?: string;
  readonly cards: readonly TodayCard[];
}

interface TodayView {
  /** Present as long as the person has nothing of their own and has begun nothing. */
  readonly firstStart?: FirstStart;
  /** One sentence under the heading. */
  readonly sentence?: string;
  /** One of the cards has the primary button of the page. */
  readonly hasPrimary: boolean;
  readonly cards: readonly TodayCard[];
  /** Sessions under way that come before all others. */
  readonly first?: readonly string[];
  /** Sessions that are not over, but wait for nobody and do nothing: Today leaves them out. */
  readonly idle?: readonly string[];
}

/** The amount that is ready, for the rail: a number, and the words that a screen reader says after it. */
interface ReadyCount {
  readonly count: number;
  readonly words: string;
}

/**
 * The part of Today that a slice shows. Today waits for the query of every part, then renders all at once.
 *
 * These are methods, not function properties: so a part of any `Data` is a `TodayPart`.
 */
export interface TodayPart<Data = unknown> {
  readonly query: PageQuery<Data>;
  ready(data: Data): ReadyCount;
  view(data: Data, hasUnfinished: boolean): TodayView;
}

/** A query of React Query, without its type parameters for keys and errors. */
export interface PageQuery<Data> {
  readonly queryKey: readonly unknown[];
  readonly queryFn: () => Promise<Data>;
  readonly staleTime?: number;
}
