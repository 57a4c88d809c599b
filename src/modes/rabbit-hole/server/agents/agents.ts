import type { Kysely } from 'kysely';

import type { Citation } from '#language-model/domain/chunk.ts';
import type { RoleId } from '#language-model/protocol.ts';

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
   * Streams the next message: text, and citations after the text that they belong to. `history` is the whole conversation of the hole,
   * oldest first: it begins with the synthetic turn of curiosity and ends with what is to be answered.
   */
  reply(history: readonly DetectorMessage[], call: AgentCall): AsyncIterable<string | Citation>;
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
  /** A model of the host's own agents is stopped by the same spending limit, and the host tells the person. */
  readonly isLimitTold?: boolean;
  readonly pointWriter: PointWriter;
  /** A new one each time: no two holes share anything that changes. */
  readonly createAgent: (surroundings: Surroundings, passages: readonly SourcePassage[]) => RabbitholeAgent;
}

/**
 * Chosen for each piece of work, since the person may change their settings. `hostRoles`: the roles of the host's own
 * agents.
 */
export type RabbitholeAgentsOf = (
  // oxlint-disable-next-line typescript/no-explicit-any -- reads the tables that hold the choice, which are another slice's
  db: Kysely<any>,
  person: string,
  hostRoles: readonly RoleId[],
) => Promise<RabbitholeAgents>;
