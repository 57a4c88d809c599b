import type { ContextWindow, ExplorePart, ExploreView, RetrievedSource, TurnContext } from '../../protocol.ts';

/** An explore session. Hides nothing from the person. */
export interface ExploreState extends ExploreView {
  /** By source id: the event that holds the complete entry of the latest context. */
  readonly entrySeqs: Readonly<Record<string, number>>;
}

/** The sources that were retrieved for a message. */
export interface Preparation extends Pick<TurnContext, 'notes' | 'voice' | 'meaning' | 'begins'> {
  readonly window: ContextWindow;
  readonly sources: readonly RetrievedSource[];
}

interface TitleFound {
  readonly title: string;
}

/** The types that the two halves of the mode exchange. */
export interface ExploreTypes {
  readonly state: ExploreState;
  readonly preparation: Preparation;
  readonly report: TitleFound;
  readonly part: ExplorePart;
}
