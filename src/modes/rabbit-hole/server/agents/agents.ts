import type { Kysely } from 'kysely';

import type { Detection, DetectorMessage, DetectorPoint } from '../../domain/detection.ts';
import type { ProposedPoint } from '../../domain/findings/proposed-point.ts';
import type { SourcePassage, Surroundings } from '../../domain/surroundings.ts';

interface AgentIdentity {
  /** Who it is, as the page names it. */
  readonly name: string;
  /** Needs no key and no network. */
  readonly isEmbedded: boolean;
}

interface AgentCall {
  /** The session it is for; null outside of any. */
  readonly session: string | null;
  readonly signal: AbortSignal;
  /** Told of when an answer has to wait for another attempt. */
  readonly showWait?: (wait: { readonly retryInMs: number; readonly reason: string }) => void;
}

/** Says whether the last message leads away from the subject. It only detects: it knows of no mode. */
export interface RabbitholeDetector extends AgentIdentity {
  /** The last of `messages` is the person's, and the one to judge. Rejects when it could not be judged. */
  detect(messages: readonly DetectorMessage[], points: readonly DetectorPoint[], call: AgentCall): Promise<Detection>;
}

/**
 * The partner inside one hole: made when the hole is entered, with a client, a prompt and a history of its own, and gone
 * when it is left. It knows nothing of an evaluator or a tutor.
 */
export interface RabbitholeAgent extends AgentIdentity {
  /** What of the person's settings it was made with: where another is made with something else, it has had its day. */
  readonly signature?: string;
  /**
   * Streams the next message, in pieces that are shown as they come. `history` is the whole conversation of the hole,
   * oldest first: it begins with the synthetic turn of curiosity and ends with what is to be answered.
   */
  reply(history: readonly DetectorMessage[], call: AgentCall): AsyncIterable<string>;
}

/** Writes recall points out of what was said. */
export interface PointWriter extends AgentIdentity {
  /** At most 12, each with the sentence of `conversation` that it came from, verbatim. Rejects when it could not. */
  propose(
    conversation: readonly DetectorMessage[],
    surroundings: Surroundings,
    call: AgentCall,
  ): Promise<readonly ProposedPoint[]>;
}

/** Who plays which part for a person. */
export interface RabbitholeAgents {
  readonly detector: RabbitholeDetector;
  /** Looks where the detector's model does not answer. Left out where the detector has none. */
  readonly detectorInstead?: RabbitholeDetector;
  /** A spending limit stops other models of the session too, and whoever they play tells of it. */
  readonly isLimitTold?: boolean;
  readonly pointWriter: PointWriter;
  /** A new one each time: no two holes share anything that changes. */
  readonly createAgent: (surroundings: Surroundings, passages: readonly SourcePassage[]) => RabbitholeAgent;
}

/** Chosen anew for every piece of work: the person may have changed their settings since. */
// oxlint-disable-next-line typescript/no-explicit-any -- reads whatever tables hold the choice, which are another slice's
export type RabbitholeAgentsOf = (db: Kysely<any>, person: string) => Promise<RabbitholeAgents>;
