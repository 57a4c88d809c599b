import type { Problem } from '#session/protocol.ts';

import type { Origin, RabbitholeView } from '../protocol.ts';
import type { CitationPart } from './citation-part.ts';
import type { Depth, Detection } from './detection.ts';

/** The rabbit holes of a session. The browser holds it without `hidden`. */
export interface RabbitholeState extends RabbitholeView {
  readonly hidden?: RabbitholeHidden;
}

export interface RabbitholeHidden {
  /** How often the person said something on the trunk. */
  readonly said: number;
  /** So many more messages of the trunk are let be. */
  readonly cooldown: number;
  /** How many are, once the prompt that stands is declined. */
  readonly cooldownAfter: number;
  /** The trunk's last message, where a tangent may be looked for in it. */
  readonly candidate: string | null;
  /** Every tangent that was found or opened in this session, by id. */
  readonly found: Readonly<Record<string, Found>>;
}

interface Found {
  readonly topic: string;
  /** The turn of curiosity that its agent answers first; null until it was entered. */
  readonly opening: Opening | null;
}

/** Stored, and never shown as the person's words. */
export interface Opening {
  readonly messageId: string;
  readonly content: string;
}

/** What hides in each event. */
export interface DetectedHidden {
  readonly depth: Depth;
  readonly confidence: number;
  readonly relatedRecallPointIds: readonly string[];
  readonly triggerMessageId: string;
  /** How many messages are let be if it is declined, as the person had chosen then. */
  readonly cooldown: number;
}
export interface EnteredHidden {
  readonly origin: Origin;
  readonly triggerMessageId: string;
  /** Left out where it was entered before. */
  readonly opening?: Opening;
}

/** What looking at a message came to. */
export interface Observation {
  /** Null where nothing was to be looked for, or what was found has no name that may be shown. */
  readonly found: { readonly detection: Detection; readonly cooldown: number } | null;
  /** Why another one than the person's detector looked; null where none had to. */
  readonly trouble: Problem | null;
}

/** What the two halves of the mode hand each other. */
export interface RabbitholeTypes {
  readonly state: RabbitholeState;
  readonly observation: Observation;
  readonly part: CitationPart;
}

/** Ids may be made by a client: one like `constructor` must not find what every object has. */
export function foundBy(hidden: RabbitholeHidden, id: string): Found | undefined {
  return Object.hasOwn(hidden.found, id) ? hidden.found[id] : undefined;
}
