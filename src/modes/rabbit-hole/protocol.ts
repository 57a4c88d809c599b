import { z } from 'zod';

import type { RoleId } from '#language-model/protocol.ts';
import { id, type SessionState } from '#session/protocol.ts';

/** What crosses the wire for rabbit holes, and what a mode passes in that holes can be opened in. */

const at = z.int().nonnegative();
const seq = z.int().nonnegative();
const event = { session: id, seq, at };
const up = { id, session: id };

export const MAX_TOPIC_CHARACTERS = 200;

/** Follows a tangent that was found, or goes back into a hole that was left. `topic` is the event's own. */
const enterRabbithole = z.object({
  type: z.literal('enter_rabbithole'),
  ...up,
  rabbitholeEventId: id,
  topic: z.string(),
});
/** Opens a hole by hand, from words of a message. */
const openRabbithole = z.object({ type: z.literal('open_rabbithole'), ...up, topic: z.string(), messageId: id });
const exitRabbithole = z.object({ type: z.literal('exit_rabbithole'), ...up });
const declineRabbithole = z.object({ type: z.literal('decline_rabbithole'), ...up });

/** A tangent was found: the person is asked, and may leave it at that. */
const rabbitholeDetected = z.object({
  type: z.literal('rabbithole_detected'),
  ...event,
  topic: z.string(),
  rabbitholeEventId: id,
});
/** The person stays on track. Whoever says something else instead declines as well, without this event. */
const rabbitholeDeclined = z.object({
  type: z.literal('rabbithole_declined'),
  ...event,
  rabbitholeEventId: id,
});
/** Follows the `mode_entered` whose thread is the hole’s. */
const rabbitholeEntered = z.object({ type: z.literal('rabbithole_entered'), ...event, topic: z.string() });
/** Comes before the `mode_left` of its thread. */
const rabbitholeExited = z.object({
  type: z.literal('rabbithole_exited'),
  ...event,
  /** The topic. */
  label: z.string(),
  pointsRecalledDuring: z.int().nonnegative(),
  /** Everything is recalled, and the person has not been told so yet. */
  completionPending: z.boolean(),
});

export const rabbitholeUpMessages = [enterRabbithole, openRabbithole, exitRabbithole, declineRabbithole] as const;
export const rabbitholeEvents = [rabbitholeDetected, rabbitholeDeclined, rabbitholeEntered, rabbitholeExited] as const;

/** One stay in a hole. The seqs say where it lies on the trunk. */
const visit = z.object({
  enteredSeq: seq,
  enteredAt: at,
  /** Null while it lasts. */
  exitedSeq: seq.nullable(),
  exitedAt: at.nullable(),
  /** How long the session was paused in it, in pauses that are over. */
  pausedMs: z.int().nonnegative(),
  /** Since when it is; null while it goes on. */
  pausedAt: at.nullable(),
  pointsRecalled: z.int(),
});
const hole = z.object({
  /** Also the thread of what was said in it. */
  id,
  topic: z.string(),
  visits: z.array(visit),
});
export type Hole = z.infer<typeof hole>;
export type Visit = z.infer<typeof visit>;

/** The rabbit holes of a session as the page sees them. */
const rabbitholeView = z.object({
  prompt: z.object({ topic: z.string(), eventId: id }).nullable(),
  /** The hole that is open. */
  openId: id.nullable(),
  /** Those that were entered, in the order of their first visit. */
  holes: z.array(hole),
});
export type RabbitholeView = z.infer<typeof rabbitholeView>;

/** How a rabbit hole came to be, and how it stands. */
const origin = z.enum(['detected', 'selected']);
export type Origin = z.infer<typeof origin>;
const rabbitholeStatus = z.enum(['detected', 'declined', 'entered', 'returned']);
export type RabbitholeStatus = z.infer<typeof rabbitholeStatus>;

/** What the host's own session is about. */
export interface Subject {
  readonly name: string;
  readonly description: string;
}

/** What a host passes in: all that this slice knows of the host's mode. */
export interface RabbitholeHost {
  /** The language-model roles of the host's own agents. They tell the person of a spending limit that stops them too. */
  readonly roles: readonly RoleId[];
  /** What holes of several sessions have in common: a recall set. */
  readonly subjectIdOf: (session: SessionState) => string;
  readonly subjectOf: (session: SessionState, person: string) => Promise<Subject>;
  /** A subject by its id; null where it is deleted, does not exist, or is another person's. */
  readonly subjectById: (person: string, subjectId: string) => Promise<Subject | null>;
  /** Those of the texts that a subject holds already: they are not proposed to be kept. */
  readonly heldBy: (person: string, subjectId: string, texts: readonly string[]) => Promise<ReadonlySet<string>>;
  /** What a detector reads for a message of the trunk; null where there is nothing to be detected in it. */
  readonly toDetect: (session: SessionState, messageId: string) => DetectionMaterial | null;
  /** Whether words may be shown as the name of a tangent: they must not say what is still to be recalled. */
  readonly mayShow: (session: SessionState, words: string) => boolean;
  /** What an agent without a model can draw from. */
  readonly passagesOf: (session: SessionState) => readonly { readonly id: string; readonly text: string }[];
  readonly standingOf: (session: SessionState) => Standing;
}

interface DetectionMaterial {
  /** The last is the message to judge. */
  readonly messages: readonly { readonly author: 'person' | 'assistant'; readonly content: string }[];
  readonly points: readonly { readonly id: string; readonly text: string; readonly isCurrent: boolean }[];
}

/** How far the host's session is. */
export interface Standing {
  /** What was recalled by words that were said in the hole that is open, since it was entered. */
  readonly recalledInside: number;
  /** Everything is recalled, and the person has not been told so yet. */
  readonly isCompletionPending: boolean;
}

/** `GET /api/rabbitholes/:hole`: one tangent, for reading. */
export const holeReading = z.object({
  id,
  topic: z.string(),
  session: id,
  subjectId: id,
  origin,
  status: rabbitholeStatus,
  /** Null for one that was opened by hand. */
  detectedAt: at.nullable(),
  declinedAt: at.nullable(),
  /** The first time. */
  enteredAt: at.nullable(),
  /** The last time. */
  returnedAt: at.nullable(),
  visits: z.int(),
  /** From entry to return without pauses, over all visits that are over. */
  spentMs: z.int(),
  pointsRecalled: z.int(),
  /**
   * Everything that was said in it, oldest first, without the synthetic turn that its agent began with. Of one that is
   * open what was said so far; none where it was never entered.
   */
  messages: z.array(z.object({ author: z.enum(['person', 'assistant']), content: z.string() })),
});
export type HoleReading = z.infer<typeof holeReading>;

/** One tangent in the history of a subject. Nothing was said in one that has no visits: it was let be. */
const tangent = z.object({
  id,
  topic: z.string(),
  session: id,
  sessionTitle: z.string(),
  origin,
  status: rabbitholeStatus,
  /** When something happened to it last. */
  at,
  visits: z.int(),
  spentMs: z.int(),
  pointsRecalled: z.int(),
});
export type Tangent = z.infer<typeof tangent>;

/** Tangents whose topics are the same words, counted together. */
const tangentTopic = z.object({
  /** As it was called last. */
  topic: z.string(),
  /** How often it was followed, each visit for itself. */
  times: z.int(),
  /** How often it was asked about and not followed. */
  letBe: z.int(),
  spentMs: z.int(),
  pointsRecalled: z.int(),
  lastAt: at,
  /** Latest first. */
  tangentIds: z.array(id),
  /** In which it came up, latest first. */
  sessions: z.array(id),
});
export type TangentTopic = z.infer<typeof tangentTopic>;

/** `GET /api/subjects/:subject/rabbitholes`: the tangents of a recall set. */
export const tangentHistory = z.object({
  subject: z.object({ id, name: z.string() }),
  /** Latest first. */
  tangents: z.array(tangent),
  /** Most often followed first. */
  topics: z.array(tangentTopic),
});
export type TangentHistory = z.infer<typeof tangentHistory>;

/** `POST /api/rabbitholes/:hole/proposals`: what may be worth keeping of one that was returned from. */
export const proposedPoints = z.object({
  points: z.array(
    z.object({
      text: z.string(),
      /** Of the conversation, verbatim. */
      sentence: z.string(),
    }),
  ),
  /** How many more were found that the subject holds already. */
  known: z.int(),
  /** Who wrote them, as the page names it. */
  by: z.string(),
  isEmbedded: z.boolean(),
  /** Why the model did not, where it should have; null otherwise. */
  notice: z.string().nullable(),
});
export type ProposedPoints = z.infer<typeof proposedPoints>;
