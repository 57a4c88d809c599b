import type { Kysely } from 'kysely';

import { BUILT_IN } from '#kernel/built-in.ts';
import type { Citation } from '#language-model/domain/chunk.ts';
import type { RoleId } from '#language-model/protocol.ts';
import type { RoleModel } from '#language-model/server/role-models.ts';
import { streamWords } from '#language-model/server/stream-words.ts';
import { unreadableAnswer, wholeAnswer } from '#language-model/server/whole-answer.ts';
import type { PointWriter } from '#point-writer/server/point-writer.ts';

import type { Detection, DetectorMessage, DetectorPoint } from '../../domain/detection.ts';
import { detectTangent } from '../../domain/embedded-detector/detect-tangent.ts';
import { composeExploration } from '../../domain/embedded-explorer/compose.ts';
import { indexPassages } from '../../domain/embedded-explorer/passage-index.ts';
import { parseDetection } from '../../domain/model-detector/parse.ts';
import { buildDetectorPrompt } from '../../domain/model-detector/prompt.ts';
import type { Passages, Surroundings } from '../../domain/surroundings.ts';
import type { HoleMaterial } from '../../protocol.ts';

interface AgentIdentity {
  /** Its name on the page. */
  readonly name: string;
  /** Needs no key and no network. */
  readonly isEmbedded: boolean;
}

interface AgentCall {
  /** The session it is for; null outside a session. */
  readonly session: string | null;
  readonly signal: AbortSignal;
  /** Called when an answer must wait for another attempt. */
  readonly showWait?: (wait: { readonly retryInMs: number; readonly reason: string }) => void;
}

/** Judges whether the last message leads away from the subject. It only detects and knows no mode. */
export interface RabbitholeDetector extends AgentIdentity {
  /** Judges the last of `messages`, which is the person's. Rejects on failure. */
  detect(messages: readonly DetectorMessage[], points: readonly DetectorPoint[], call: AgentCall): Promise<Detection>;
}

/**
 * The agent of one hole: created on entry, with its own client, prompt and history, and dropped when the hole is
 * left. It knows neither evaluator nor tutor.
 */
export interface RabbitholeAgent extends AgentIdentity {
  /** Identifies the settings it was created with; a changed value replaces the agent. */
  readonly signature?: string;
  /** The window of its model, in tokens. Absent for an agent without a model, which reads passages and no documents. */
  readonly room?: { readonly contextTokens: number; readonly maxTokens: number };
  /**
   * Streams the next message: text, and citations after their text. `history` is the hole's conversation, oldest first,
   * from the synthetic opening turn to the message to answer; of a long conversation, its latest messages, after
   * `earlier` others.
   */
  reply(
    history: readonly DetectorMessage[],
    call: AgentCall & { readonly earlier?: number; readonly material?: HoleMaterial | undefined },
  ): AsyncIterable<string | Citation>;
}

export interface RabbitholeAgents {
  readonly detector: RabbitholeDetector;
  /** Detects if the detector's model fails. Omitted if the detector has no model. */
  readonly detectorInstead?: RabbitholeDetector;
  /** The same spending limit stops a model of the host's own agents, and the host reports it. */
  readonly isLimitTold?: boolean;
  readonly pointWriter: PointWriter;
  /** The embedded explorer answers, from the host's passages only. */
  readonly isExplorerEmbedded?: boolean;
  /** The agent that answers if the model of `createAgent` fails. Absent without a model. */
  readonly createAgentInstead?: (surroundings: Surroundings, passages: Passages) => RabbitholeAgent;
  /** Creates a new agent each time, so that holes share no mutable state. */
  readonly createAgent: (surroundings: Surroundings, passages: Passages) => RabbitholeAgent;
}

/** Chosen for each piece of work, because settings can change. `hostRoles` are the roles of the host's own agents. */
export type RabbitholeAgentsOf = (
  // oxlint-disable-next-line typescript/no-explicit-any -- reads the tables that hold the choice, which are another slice's
  db: Kysely<any>,
  person: string,
  hostRoles: readonly RoleId[],
) => Promise<RabbitholeAgents>;

/** Judges by words and form: no key, no network, deterministic. */
export const embeddedDetector: RabbitholeDetector = {
  name: BUILT_IN,
  isEmbedded: true,
  detect: (messages, points) => Promise.resolve(detectTangent(messages, points)),
};

/** Answers from the host's own passages: no key, no network. `paceMs` is the time between two words. */
export function createEmbeddedExplorer(
  surroundings: Surroundings,
  passages: Passages,
  { paceMs }: { paceMs: number },
): RabbitholeAgent {
  return {
    name: BUILT_IN,
    isEmbedded: true,
    async *reply(history, { signal }) {
      const words = history.findLast(({ author }) => author === 'person')?.content ?? '';
      const index = indexPassages(await passages(words));
      yield* streamWords(composeExploration({ surroundings, index, history }), paceMs, signal);
    },
  };
}

/** Judges with a language model: one request per message, not streamed. */
export function createModelDetector(model: RoleModel): RabbitholeDetector {
  return {
    name: model.name,
    isEmbedded: false,
    async detect(messages, points, call) {
      const { text } = await wholeAnswer(model, buildDetectorPrompt(messages, points), call);
      const detection = parseDetection(
        text,
        points.map(({ id }) => id),
      );
      if (!detection) throw unreadableAnswer('detector', model, 'a judgement');
      return detection;
    },
  };
}
