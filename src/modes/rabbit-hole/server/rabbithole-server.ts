import type { Transaction } from 'kysely';

import { assert } from '#kernel/assert.ts';
import { entryOf } from '#kernel/entries.ts';
import { keepLatest } from '#kernel/keep-latest.ts';
import type { Citation } from '#language-model/domain/chunk.ts';
import { withPositions } from '#language-model/domain/citation-positions.ts';
import { HISTORY_ROOM } from '#language-model/domain/history.ts';
import { isOfProvider } from '#language-model/server/calls/instead-words.ts';
import { ModelFailure } from '#language-model/server/model-failure.ts';
import type { MessagePart, SessionState } from '#session/protocol.ts';
import {
  type AnyModeServer,
  defineMode,
  type MessageWork,
  type ModeReports,
  type RecordRequest,
  type ReplyWork,
} from '#session/server/mode-server.ts';
import { sentencesOf } from '#text/domain/sentences.ts';
import { AppError } from '#wire/error-kind.ts';

import { historyOf } from '../domain/conversation.ts';
import { topicToShow } from '../domain/embedded-detector/name-tangent.ts';
import { createRabbitholeMode, type HostProgressOf, messageToExamine } from '../domain/rabbithole-mode.ts';
import { type Observation, type RabbitholeState, type RabbitholeTypes } from '../domain/rabbithole-state.ts';
import type { RabbitholeHost } from '../protocol.ts';
import type { RabbitholeAgent } from './agents/agents.ts';
import type { RabbitholeDependencies } from './dependencies.ts';
import { detectorProblem, lookForTangent } from './look-for-tangent.ts';
import { recordHoles } from './record-holes.ts';
import type { RabbitholeTables } from './tables.ts';

/** Maximum number of agents in memory. A dropped agent is created again from the log. */
const MAX_AGENTS = 100;

/** The detector gets this many of the latest messages. */
const EXCERPT_MESSAGES = 10;

/** The effects of rabbit holes: detection beside the turn, the agent inside a hole, and its rows. */
export function createRabbitholeServer(dependencies: RabbitholeDependencies): AnyModeServer {
  const { database, agentsOf, hosts, cooldownOf, newId } = dependencies;
  let reports: ModeReports<RabbitholeTypes['report']> | undefined;
  const inside = createAgentsInside(dependencies);

  const hostOf = ({ mode }: SessionState): RabbitholeHost | null =>
    Object.hasOwn(hosts, mode) ? (hosts[mode] ?? null) : null;

  async function observe(session: SessionState, { person, messageId, signal }: MessageWork): Promise<Observation> {
    const host = hostOf(session);
    const material = host?.toDetect(session, messageId);
    if (!host || !material) return { messageId, found: null, problem: null };
    const agents = await agentsOf(database.read, person, host.roles);
    const messages = material.messages.slice(-EXCERPT_MESSAGES);
    const look = { messages, points: material.points, session: session.session, signal };
    const { detection, failure } = await lookForTangent(agents, look);
    const isTold = failure?.failure === 'spending-limit' && agents.isLimitTold === true;
    const problem = failure && !isTold ? detectorProblem(failure, (words) => host.mayShow(session, words)) : null;
    if (!detection.isRabbithole) return { messageId, found: null, problem };
    const topic = topicToShow(detection.topic, material, (words) => host.mayShow(session, words));
    const cooldown = await cooldownOf(database.read, person);
    const { description } = await host.subjectOf(session, person);
    const from = description.trim() === '' ? 'recalled' : 'description';
    const drawsOn = agents.isExplorerEmbedded ? from : undefined;
    return { messageId, found: { detection: { ...detection, topic }, cooldown, drawsOn }, problem };
  }

  async function* reply(session: SessionState, work: ReplyWork): AsyncIterable<string | MessagePart> {
    const { person, signal, readThread, announce, showWait } = work;
    const state = session.modes['rabbit-hole'] as RabbitholeState;
    const thread = session.turn?.thread ?? '';
    const found = state.hidden && entryOf(state.hidden.found, thread);
    const host = hostOf(session);
    assert(found && host, 'a reply in a hole belongs to one that was entered in a host');
    const { agent, instead } = await inside.of({ person, session, thread, topic: found.topic }, host);
    announce(agent.name);
    const said = await readThread(thread, HISTORY_ROOM);
    const { history, earlier } = historyOf(said, session.turn?.replyId ?? null, found.opening);
    const words = history.findLast(({ author }) => author === 'person')?.content ?? '';
    const messageId = await openedFrom(thread, person);
    const material =
      agent.room &&
      (await host.materialOf?.(session, { person, topic: found.topic, words, messageId, room: agent.room }));
    const call = { session: session.session, signal, showWait, earlier, material };
    const told = repliedBy(agent, { history, call, instead }, (failure) => {
      announce(instead?.name ?? agent.name);
      const problem = { ...failure.instead, reason: failure.failure };
      const owned = { person, session: session.session };
      void reports?.report(owned, { id: newId(), report: { thread, problem } }).catch(() => undefined);
    });
    yield* material ? material.checked(told) : withPositions<never>(told);
  }

  /** The message that a hole was opened from. */
  async function openedFrom(hole: string, person: string): Promise<string> {
    const row = await database.read
      .selectFrom('rabbithole_events')
      .select('trigger_message_id')
      .where('id', '=', hole)
      .where('person_id', '=', person)
      .executeTakeFirst();
    return row?.trigger_message_id ?? '';
  }

  async function record(trx: Transaction<RabbitholeTables>, request: RecordRequest): Promise<void> {
    await recordHoles(dependencies, trx, request);
    for (const event of request.events) if (event.type === 'mode_left') inside.forget(event.thread);
  }

  const progressOf: HostProgressOf = (session) => hostOf(session)?.progressOf(session) ?? null;
  return defineMode<RabbitholeTypes>({
    domain: createRabbitholeMode(progressOf, hostOf),
    begin: () => {
      throw new AppError('malformed', 'A rabbit hole is opened inside a session.', { field: 'mode' });
    },
    start: (given) => void (reports = given),
    toObserve: (session) => messageToExamine(session, progressOf),
    observe,
    reply,
    record,
  });
}

type AgentReply = RabbitholeAgent['reply'];
interface RequestedReply {
  readonly history: Parameters<AgentReply>[0];
  readonly call: Parameters<AgentReply>[1];
  /** Answers if the agent's provider fails before the first word. */
  readonly instead: RabbitholeAgent | null;
}

/** An agent's reply. A failure in the middle, or of one request only, is shown with a retry. */
async function* repliedBy(
  agent: RabbitholeAgent,
  { history, call, instead }: RequestedReply,
  onFailure: (failure: ModelFailure) => void,
): AsyncIterable<string | Citation> {
  let hasBegun = false;
  try {
    for await (const piece of agent.reply(history, call)) {
      hasBegun = true;
      yield piece;
    }
  } catch (error) {
    const isReplaced = error instanceof ModelFailure && isOfProvider(error.failure) && !hasBegun;
    if (!instead || !isReplaced || call.signal.aborted) throw error;
    onFailure(error);
    yield* instead.reply(history, call);
  }
}

interface Inside {
  readonly person: string;
  readonly session: SessionState;
  /** The id of the hole. */
  readonly thread: string;
  readonly topic: string;
}

interface AgentsOfHole {
  readonly agent: RabbitholeAgent;
  /** Answers if the agent's model fails before its first word; null for an agent without a model. */
  readonly instead: RabbitholeAgent | null;
}

function passagesIn(description: string) {
  return sentencesOf(description)
    .map(({ text }) => text.trim())
    .filter((text) => text !== '')
    .map((text, place) => ({ id: `description-${String(place)}`, text, isOpen: false }));
}

/**
 * Holds one agent for each open hole. Looks up its role for each reply, so that a change of settings creates a new
 * agent. An agent's complete state is in the log.
 */
function createAgentsInside({ database, agentsOf }: Pick<RabbitholeDependencies, 'database' | 'agentsOf'>) {
  const agents = new Map<string, RabbitholeAgent>();
  return {
    async of({ person, session, thread, topic }: Inside, host: RabbitholeHost): Promise<AgentsOfHole> {
      const { name, description } = await host.subjectOf(session, person);
      const passages = async (words: string) => {
        const found = await host.passagesOf(session, { person, topic, words });
        return [...passagesIn(description), ...found].map((passage) => ({ source: name, ...passage }));
      };
      const { createAgent, createAgentInstead } = await agentsOf(database.read, person, host.roles);
      const key = `${session.session}/${thread}`;
      const { drawsFrom } = host;
      const surroundings = { topic, setName: name, setDescription: description, ...(drawsFrom && { drawsFrom }) };
      const made = createAgent(surroundings, passages);
      const instead = createAgentInstead?.(surroundings, passages) ?? null;
      // An agent without a client is created again, because what it can quote changes with what is recalled.
      if (made.signature === undefined) return { agent: made, instead };
      const known = agents.get(key);
      if (known?.name === made.name && known.signature === made.signature) return { agent: known, instead };
      return { agent: keepLatest(agents, [key, made], MAX_AGENTS), instead };
    },
    forget(thread: string): void {
      for (const key of agents.keys()) if (key.endsWith(`/${thread}`)) agents.delete(key);
    },
  };
}
