import { agentName, BUILT_IN } from '#kernel/built-in.ts';
import type { Entries } from '#kernel/entries.ts';
import type { MessagePart, Problem } from '#session/protocol.ts';

import type { DetectedIn, DrawsOn, Origin, RabbitholeView, Visit } from '../protocol.ts';
import type { Depth, Detection } from './detection.ts';

/** The rabbit holes of a session. The browser has them without `hidden`. */
export interface RabbitholeState extends RabbitholeView {
  readonly hidden?: RabbitholeHidden;
}

export interface RabbitholeHidden {
  /** Number of the person's messages on the trunk. */
  readonly said: number;
  /** Remaining messages of the trunk without an invitation. */
  readonly cooldown: number;
  /** The cooldown that follows if the current invitation is declined. */
  readonly cooldownAfter: number;
  /** The last message of the trunk, if a tangent can be detected in it. */
  readonly candidate: string | null;
  /** Every tangent found or opened in this session, by id. */
  readonly found: Entries<Found>;
}

interface Found {
  readonly topic: string;
  /** The opening turn that its agent answers first; null until it was entered. */
  readonly opening: Opening | null;
}

/** Stored, and never shown as the person's words. */
export interface Opening {
  readonly messageId: string;
  readonly content: string;
}

/** The hidden part of each event of rabbit holes. */
export interface DetectedHidden extends DetectedIn {
  readonly depth: Depth;
  readonly confidence: number;
  readonly relatedRecallPointIds: readonly string[];
  /** The cooldown after declining, from the person's settings at that time. */
  readonly cooldown: number;
}
export interface EnteredHidden {
  readonly origin: Origin;
  readonly triggerMessageId: string;
  /** Omitted if it was entered before. */
  readonly opening?: Opening;
}

export interface CutHidden {
  /** The message before those that were cut; empty without one. */
  readonly triggerMessageId: string;
}

/** The result of examining a message. */
export interface Observation {
  readonly messageId: string;
  /** Null if nothing was examined, or if the tangent has no name that can be shown. */
  readonly found: {
    readonly detection: Detection;
    readonly cooldown: number;
    /** Absent if a model would answer in the hole. */
    readonly drawsOn?: DrawsOn | undefined;
  } | null;
  /** The failure that made the embedded detector replace the person’s detector; null without one. */
  readonly problem: Problem | null;
}

/** The types that the two halves of the mode exchange. */
export interface RabbitholeTypes {
  readonly state: RabbitholeState;
  readonly part: MessagePart;
  readonly report: ExplorerFailed | Observation | CutUndone;
}

/** A report: the person undoes a cut. */
interface CutUndone {
  readonly restores: string;
}

/** A report: the explorer's model failed, and the embedded explorer answered in its hole. */
export interface ExplorerFailed {
  readonly thread: string;
  readonly problem: Problem;
}

/** Passages that the embedded explorer quotes end with their source: (“Caffeine and sleep”). */
const CITATION = /\(“[^“”]+”\)/u;

/** Whether a reply in a hole holds a finding: the embedded explorer can find nothing. */
export function holdsFinding({
  content,
  agent,
}: {
  readonly content: string;
  readonly agent?: string | undefined;
}): boolean {
  return agent !== undefined && agentName(agent) === BUILT_IN ? CITATION.test(content) : /\p{L}/u.test(content);
}

/** The duration of a visit without pauses, in ms; 0 while it is open. */
export function timeIn({ enteredAt, exitedAt, pausedMs }: Visit): number {
  return exitedAt === null ? 0 : Math.max(0, exitedAt - enteredAt - pausedMs);
}

/** A longer silence counts as a pause: whether the person was there is unknown. */
const MAX_SILENCE_MS = 5 * 60_000;

/** Begins a pause in the visit; a pause under way continues. */
export function paused(visit: Visit, at: number): Visit {
  return visit.pausedAt === null ? { ...goneOn(visit, at), pausedAt: at } : visit;
}

/** Continues the visit. A pause that ends here does not count, and neither does a long silence. */
export function goneOn<Stay extends Pick<Visit, 'activeAt' | 'pausedAt' | 'pausedMs'>>(visit: Stay, at: number): Stay {
  const silence = Math.max(0, at - visit.activeAt);
  const isPause = visit.pausedAt !== null || silence > MAX_SILENCE_MS;
  return { ...visit, activeAt: at, pausedMs: visit.pausedMs + (isPause ? silence : 0), pausedAt: null };
}
