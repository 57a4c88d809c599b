import type { ReactNode } from 'react';

export interface TodayCard {
  readonly title: string;
  /** Explains a term of the title, as a tooltip. */
  readonly hint?: string;
  /**
   * `first`: at the left, before all others. `beside`: at the right with the unfinished sessions, after those that wait
   * for the person. Omitted: a full row below.
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
  /** Present while the person has created and begun nothing. */
  readonly firstStart?: FirstStart;
  /** One sentence under the heading. */
  readonly sentence?: string;
  /** One of the cards has the primary button of the page. */
  readonly hasPrimary: boolean;
  readonly cards: readonly TodayCard[];
  /** Sessions under way that come before all others. */
  readonly first?: readonly string[];
  /** Sessions that are not over, wait for nobody and do nothing: Today omits them. */
  readonly idle?: readonly string[];
}

/** The number of ready items, for the rail, and the words that a screen reader says after it. */
interface ReadyCount {
  readonly count: number;
  readonly words: string;
}

/**
 * The part of Today that a slice shows. Today waits for the query of every part, then renders all at once.
 *
 * These are methods, not function properties, so that a part of any `Data` is a `TodayPart`.
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
