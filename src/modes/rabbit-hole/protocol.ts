import { z } from 'zod';

import type { RoleId } from '#language-model/protocol.ts';
import { at, event, id, type Message, type MessagePart, seq, type SessionState, up } from '#session/protocol.ts';

/** The wire types of rabbit holes, and the types of what host modes pass in. */

export const MAX_TOPIC_CHARACTERS = 200;

/** Enters the hole of a detected tangent, or re-enters a hole. `topic` is the one stored in its event. */
const enterRabbithole = z.object({
  type: z.literal('enter_rabbithole'),
  ...up,
  rabbitholeEventId: id,
  topic: z.string(),
});
/** Opens a hole by hand from words of a message. */
const openRabbithole = z.object({ type: z.literal('open_rabbithole'), ...up, topic: z.string(), messageId: id });
/** `findings`: a message for the trunk, in the person's words. Refused if the host's trunk takes no findings. */
const exitRabbithole = z.object({ type: z.literal('exit_rabbithole'), ...up, findings: z.string().optional() });
/**
 * Cuts messages from the trunk, from one to another, with the questions and replies that belong to them: they become a
 * rabbit hole at their place.
 */
const cutTangent = z.object({ type: z.literal('cut_tangent'), ...up, from: id, to: id, topic: z.string() });
/** Puts the messages of a cut hole back. */
const restoreTangent = z.object({ type: z.literal('restore_tangent'), ...up, rabbitholeEventId: id });
const declineRabbithole = z.object({ type: z.literal('decline_rabbithole'), ...up });

/** What an agent without a model quotes: the set's description, or only what was recalled. */
const drawsOn = z.enum(['description', 'recalled']);
export type DrawsOn = z.infer<typeof drawsOn>;

/** A tangent was detected, and the person gets an invitation to explore it. */
const rabbitholeDetected = z.object({
  type: z.literal('rabbithole_detected'),
  ...event,
  topic: z.string(),
  rabbitholeEventId: id,
  /** Absent if a model answers in the hole. */
  drawsOn: drawsOn.optional(),
});
/** The person declines. Sending another message also declines, without this event. */
const rabbitholeDeclined = z.object({
  type: z.literal('rabbithole_declined'),
  ...event,
  rabbitholeEventId: id,
});
/** Follows the `mode_entered` event of the hole's thread. */
const rabbitholeEntered = z.object({ type: z.literal('rabbithole_entered'), ...event, topic: z.string() });
/** Precedes the `mode_left` event of its thread. */
const rabbitholeExited = z.object({
  type: z.literal('rabbithole_exited'),
  ...event,
  /** The topic. */
  label: z.string(),
  pointsRecalledDuring: z.int().nonnegative(),
  /** Every point is recalled, and the person has not been notified yet. */
  completionPending: z.boolean(),
});
/**
 * Messages of the trunk become a hole that was returned from. The `conversation_branched` event that moves them
 * follows.
 */
const tangentCut = z.object({
  type: z.literal('tangent_cut'),
  ...event,
  topic: z.string(),
  rabbitholeEventId: id,
  fromSeq: seq,
  /** The number of the person's messages among them. */
  said: z.int().nonnegative(),
  pointsRecalled: z.int().nonnegative(),
  hasFindings: z.boolean(),
  enteredAt: at,
  exitedAt: at,
  pausedMs: z.int().nonnegative(),
});
/** Removes a cut hole. The `conversation_branched` event that puts its messages back follows. */
const tangentRestored = z.object({ type: z.literal('tangent_restored'), ...event, rabbitholeEventId: id });

export const rabbitholeUpMessages = [
  enterRabbithole,
  openRabbithole,
  exitRabbithole,
  declineRabbithole,
  cutTangent,
  restoreTangent,
] as const;
export const rabbitholeEvents = [
  rabbitholeDetected,
  rabbitholeDeclined,
  rabbitholeEntered,
  rabbitholeExited,
  tangentCut,
  tangentRestored,
] as const;

/** Part of a person's message: findings that they brought from a rabbit hole to the trunk. */
export interface FoundPart extends MessagePart {
  readonly type: 'found-in-rabbithole';
  readonly hole: string;
  readonly topic: string;
}
export const isFound = (part: MessagePart): part is FoundPart => part.type === 'found-in-rabbithole';

/** One stay in a hole; the seqs give its position on the trunk. */
const visit = z.object({
  enteredSeq: seq,
  enteredAt: at,
  /** Null while it lasts. */
  exitedSeq: seq.nullable(),
  exitedAt: at.nullable(),
  /** Time of the last message or action in it. */
  activeAt: at,
  /** Total time of finished pauses and long silences in it. */
  pausedMs: z.int().nonnegative(),
  /** The start of the current pause; null without one. */
  pausedAt: at.nullable(),
  pointsRecalled: z.int(),
  /** The branch that holds the place it was entered from, if a message before that place was edited since. */
  branch: z.string().optional(),
});
const hole = z.object({
  /** Also the thread of its messages. */
  id,
  topic: z.string(),
  visits: z.array(visit),
  /** Its agent said something that may be worth keeping. */
  hasFindings: z.boolean(),
  /** The trunk messages that it was cut from; `said` counts the person's. */
  cut: z.object({ fromSeq: seq, moved: z.array(id), said: z.int() }).optional(),
});
export type Hole = z.infer<typeof hole>;
export type Visit = z.infer<typeof visit>;

/** The rabbit holes of a session as the page sees them. */
const rabbitholeView = z.object({
  prompt: z.object({ topic: z.string(), eventId: id, drawsOn: drawsOn.optional() }).nullable(),
  openId: id.nullable(),
  /** Entered holes, in the order of their first visit. */
  holes: z.array(hole),
});
export type RabbitholeView = z.infer<typeof rabbitholeView>;

export const origin = z.enum(['detected', 'selected', 'cut']);
export type Origin = z.infer<typeof origin>;
export const rabbitholeStatus = z.enum(['detected', 'declined', 'entered', 'returned']);
export type RabbitholeStatus = z.infer<typeof rabbitholeStatus>;

/** The subject of the host's session. */
export interface Subject {
  readonly name: string;
  readonly description: string;
}

/** The hidden part of `rabbithole_detected` that hosts read. */
export interface DetectedIn {
  /** The message with the tangent. */
  readonly triggerMessageId: string;
}

/** A host mode as this slice knows it. */
export interface RabbitholeHost {
  /** The language-model roles of the host's own agents. They report a spending limit that stops them too. */
  readonly roles: readonly RoleId[];
  /** The recall set, or the like, that holes of several sessions share. */
  readonly subjectIdOf: (session: SessionState) => string;
  readonly subjectOf: (session: SessionState, person: string) => Promise<Subject>;
  /** A subject by id; null if it is deleted, does not exist, or is another person's. */
  readonly subjectById: (person: string, subjectId: string) => Promise<Subject | null>;
  /** Returns the texts that a subject already has: these are not proposed again. */
  readonly heldBy: (person: string, subjectId: string, texts: readonly string[]) => Promise<ReadonlySet<string>>;
  /** The detector's input for a message of the trunk; null if nothing can be detected in it. */
  readonly toDetect: (session: SessionState, messageId: string) => DetectionMaterial | null;
  /** Whether words can name a tangent: they must not reveal a point that is still to be recalled. */
  readonly mayShow: (session: SessionState, words: string) => boolean;
  /** Passages for an agent without a model, read for each of its replies. */
  readonly passagesOf: (session: SessionState, asked: AskedInside) => Promise<readonly HostPassage[]>;
  /** Where its passages come from. Default: the subject. */
  readonly drawsFrom?: 'library';
  /** Documents for an agent with a model, read for each of its replies. Absent: it gets none. */
  readonly materialOf?: (session: SessionState, asked: AskedWithModel) => Promise<HoleMaterial>;
  readonly progressOf: (session: SessionState) => HostProgress;
  /** The consequences of cutting these messages from the trunk. */
  readonly cut: (session: SessionState, moved: readonly Message[]) => HostCut;
  /** The trunk takes findings of a hole as a message of the person. Absent: a hole leaves the trunk unchanged. */
  readonly takesFindings?: true;
}

/** The parts of a host that decide commands. */
export type HostRules = Pick<RabbitholeHost, 'cut' | 'takesFindings'>;

interface HostCut {
  /** Why these messages cannot be cut, and what to do; null if they can. */
  readonly whyNot: string | null;
  /** Points recalled by these messages. */
  readonly pointsRecalled: number;
}

/** The topic of a hole, and the last words of the person in it. */
interface AskedInside {
  readonly person: string;
  readonly topic: string;
  readonly words: string;
}

interface AskedWithModel extends AskedInside {
  /** The message that the hole was opened from. */
  readonly messageId: string;
  /** The window of the model and its longest answer, in tokens. */
  readonly room: { readonly contextTokens: number; readonly maxTokens: number };
}

interface HoleDocument {
  /** A description in one line. */
  readonly title: string;
  readonly text: string;
}

/** The documents for a model in a hole. */
export interface HoleMaterial {
  /** The documents of the answer that the hole was opened from. */
  readonly documents: readonly HoleDocument[];
  readonly cited: readonly string[];
  /** Documents found for the topic and the last words. */
  readonly found: readonly HoleDocument[];
  /** The reply with checked citations. They refer to `documents`, then `found`, by index from 0. */
  checked(reply: AsyncIterable<ToldPiece>): AsyncIterable<string | MessagePart>;
}

/** A piece of an agent's reply. */
type ToldPiece =
  | string
  | {
      readonly type: 'citation';
      readonly documentIndex: number;
      readonly citedText: string;
      readonly place?: { readonly start: number; readonly end: number };
    };

interface HostPassage {
  readonly id: string;
  readonly text: string;
  /** Still to be recalled. */
  readonly isOpen: boolean;
  /** Its attribution. Default: the subject. */
  readonly source?: string;
}

interface DetectionMaterial {
  /** The last message is the one to judge. */
  readonly messages: readonly { readonly author: 'person' | 'assistant'; readonly content: string }[];
  readonly points: readonly { readonly id: string; readonly text: string; readonly isCurrent: boolean }[];
}

export interface HostProgress {
  /** Points recalled by messages in the open hole since it was entered. */
  readonly recalledInside: number;
  /** Every point is recalled, and the person has not been notified yet. */
  readonly isCompletionPending: boolean;
}

/** `GET /api/rabbitholes/:hole`: one tangent with its conversation. */
export const holeReading = z.object({
  id,
  topic: z.string(),
  session: id,
  subjectId: id,
  origin,
  status: rabbitholeStatus,
  /** Null for a hole that was opened by hand. */
  detectedAt: at.nullable(),
  declinedAt: at.nullable(),
  /** The first entry. */
  enteredAt: at.nullable(),
  /** The last return. */
  returnedAt: at.nullable(),
  visits: z.int(),
  /** From entry to return without pauses, over all finished visits. */
  spentMs: z.int(),
  pointsRecalled: z.int(),
  /**
   * The conversation, oldest first, without the synthetic first turn; includes the messages so far of an open hole.
   * Empty if the hole was never entered.
   */
  messages: z.array(z.object({ author: z.enum(['person', 'assistant']), content: z.string() })),
});
export type HoleReading = z.infer<typeof holeReading>;

/** One tangent in the history of a subject. Without visits, it has no messages. */
const tangent = z.object({
  id,
  topic: z.string(),
  session: id,
  sessionTitle: z.string(),
  origin,
  status: rabbitholeStatus,
  /** The time of its last change. */
  at,
  visits: z.int(),
  spentMs: z.int(),
  pointsRecalled: z.int(),
});
export type Tangent = z.infer<typeof tangent>;

/** Tangents with equal topics, counted together. */
const tangentTopic = z.object({
  /** Its latest name. */
  topic: z.string(),
  /** Number of visits. */
  times: z.int(),
  /** Number of invitations that were declined or ignored. */
  letBe: z.int(),
  spentMs: z.int(),
  pointsRecalled: z.int(),
  lastAt: at,
  /** Latest first. */
  tangentIds: z.array(id),
  /** The sessions it occurred in, latest first. */
  sessions: z.array(id),
});
export type TangentTopic = z.infer<typeof tangentTopic>;

/** `GET /api/subjects/:subject/rabbitholes`: the tangents of a recall set. */
export const tangentHistory = z.object({
  subject: z.object({ id, name: z.string() }),
  /** Latest first. */
  tangents: z.array(tangent),
  /** Most visited first. */
  topics: z.array(tangentTopic),
});
export type TangentHistory = z.infer<typeof tangentHistory>;

/** `POST /api/rabbitholes/:hole/proposals`: points of a finished hole that may be worth keeping. */
export const proposedPoints = z.object({
  points: z.array(
    z.object({
      text: z.string(),
      /** From the conversation, verbatim. */
      sentence: z.string(),
    }),
  ),
  /** The number of further points that the subject already has. */
  known: z.int(),
  /** The name of the agent that wrote them. */
  by: z.string(),
  isEmbedded: z.boolean(),
  /** Why the configured model was not used; null otherwise. */
  notice: z.string().nullable(),
});
export type ProposedPoints = z.infer<typeof proposedPoints>;

/** `POST /api/rabbitholes/:hole/summary`: the findings of a hole in a few lines, which the person can edit. */
export const foundSummary = proposedPoints.pick({ by: true, isEmbedded: true, notice: true }).extend({
  /** Empty without findings. */
  text: z.string(),
});
export type FoundSummary = z.infer<typeof foundSummary>;

declare module '#session/protocol.ts' {
  interface Commands {
    readonly 'rabbit-hole': z.infer<(typeof rabbitholeUpMessages)[number]>;
  }
  interface Events {
    readonly 'rabbit-hole': z.infer<(typeof rabbitholeEvents)[number]>;
  }
}
