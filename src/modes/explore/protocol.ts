import { z } from 'zod';

import { type SourceCitationPart, sourceKind } from '#library/storage/protocol.ts';
import { at, event, id, type MessagePart, seq, sessionStartedBase, up } from '#session/protocol.ts';

/** The wire format of explore. */

export const MAX_PINS = 200;

/** The voice of a session: a person's rules with the company's, or only the company's. */
const voice = z.object({ personId: id.nullable() });
export type Voice = z.infer<typeof voice>;

/** The choice of sources. Sources retrieved for each message come in addition. */
const sourceChoice = z.object({
  /** Null: a free session. */
  bucketId: id.nullable(),
  /** Whether sources outside pins and bucket can be found. */
  includeAllBuckets: z.boolean(),
  /** The pins, in the person's order. */
  manualSourceIds: z.array(id),
  excludedSourceIds: z.array(id),
});
export type SourceChoice = z.infer<typeof sourceChoice>;

/** The body of `POST /api/sessions` for explore, without `id` and `mode`. */
export const beginExplore = z.object({ ...sourceChoice.partial().shape, voice: voice.optional() });

/** An omitted field keeps its value. */
const setSources = z.object({ type: z.literal('set_sources'), ...up, ...sourceChoice.partial().shape });
const setVoice = z.object({ type: z.literal('set_voice'), ...up, voice });
export const exploreUpMessages = [setSources, setVoice] as const;

const retrievalMethod = z.enum(['pinned', 'bucket', 'semantic']);

/** A source as it was in the context of a turn. */
const retrievedSource = z.object({
  id,
  title: z.string(),
  /** At most 200 characters. */
  preview: z.string(),
  sourceType: sourceKind,
  sourceUrl: z.string().nullable(),
  /** Null in the inbox. */
  bucketId: id.nullable(),
  bucketName: z.string().nullable(),
  createdAt: at,
  retrievalMethod,
  /** Cosine similarity; only if `semantic` and found by meaning. */
  similarity: z.number().optional(),
  matchedBy: z.enum(['pin', 'bucket', 'words', 'meaning', 'both']),
  /** Estimated tokens of the text in the prompt; of the whole source if it was left out. */
  tokens: z.int().nonnegative(),
  included: z.boolean(),
  /** Why it was left out or not included whole, worded for the person. */
  reason: z.string().optional(),
  /** The version of the source that the model saw. */
  version: z.int(),
  /** The part of its content in the prompt, as UTF-16 offsets. Absent: all of it. */
  ranges: z.array(z.object({ start: z.int(), end: z.int() })).optional(),
  /** `tail`: after the newest message and the last cache mark. */
  place: z.enum(['documents', 'tail']),
  /** The message that the document follows, if it was added during the conversation. */
  since: id.optional(),
});
export type RetrievedSource = z.infer<typeof retrievedSource>;

/** An entry that equals one of an earlier turn: the event with that seq has the complete entry. */
const unchangedSource = z.object({ id, retrievalMethod, unchangedSince: seq });
export type UnchangedSource = z.infer<typeof unchangedSource>;

const contextWindow = z.object({
  size: z.int(),
  /** Tokens of rules and voices. */
  system: z.int(),
  pinned: z.int(),
  bucket: z.int(),
  semantic: z.int(),
  history: z.int(),
  /** Tokens reserved for the answer. */
  answer: z.int(),
});
export type ContextWindow = z.infer<typeof contextWindow>;

/** A note of the retrieval for the panel, with its remedy. */
const note = z.object({ message: z.string(), remedy: z.string() });

/** The context of one reply without its sources. */
const turnFacts = {
  messageId: id,
  /** Ids that were not in context in the previous turn. Empty in the first turn. */
  added: z.array(id),
  /** The sources of the previous turn that are no longer in context. */
  gone: z.array(z.object({ id, title: z.string() })),
  window: contextWindow,
  /** Where the conversation begins for the model, if its oldest messages were dropped; absent in older turns. */
  begins: z.object({ at: id, left: z.int() }).nullable().optional(),
  notes: z.array(note),
  /** Whose rules apply. `personName` is null if only the company's do. */
  voice: z.object({ personId: id.nullable(), personName: z.string().nullable() }),
  /** The embedding model and its threshold; null if only words were searched. */
  meaning: z.object({ model: z.string(), threshold: z.number() }).nullable(),
};

/** Precedes the `reply_started` event of the reply, in the same transaction. */
const sourcesInContext = z.object({
  type: z.literal('sources_in_context'),
  ...event,
  ...turnFacts,
  sources: z.array(z.union([retrievedSource, unchangedSource])),
});
const sourcesSet = z.object({ type: z.literal('sources_set'), ...event, ...sourceChoice.shape });
const voiceSet = z.object({ type: z.literal('voice_set'), ...event, voice });
export const exploreEvents = [sourcesInContext, sourcesSet, voiceSet] as const;

export const exploreStarted = sessionStartedBase.extend({
  mode: z.literal('explore'),
  ...sourceChoice.shape,
  voice,
});

export const turnContext = z.object({ ...turnFacts, sources: z.array(retrievedSource) });
export type TurnContext = z.infer<typeof turnContext>;

/** The page's state of an explore session. */
export interface ExploreView extends SourceChoice {
  readonly voice: Voice;
  /** The context of the latest reply; null before the first one. */
  readonly context: TurnContext | null;
  /** The titler or the person has named the session. */
  readonly isTitled: boolean;
}

/** The cost of a reply's request. */
export interface UsagePart extends MessagePart {
  readonly type: 'usage';
  readonly inputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
  readonly outputTokens: number;
  /** Millionths of a US dollar; null if the price is unknown. */
  readonly costMicros: number | null;
}

/** The line under a reply: its voice, and the number of sources in context. */
export interface TurnPart extends MessagePart {
  readonly type: 'turn';
  /** Null if only the company's rules apply. */
  readonly personName: string | null;
  readonly sources: number;
}

/** The result of comparing the sentences of a reply with their citations by a model. */
export interface CheckPart extends MessagePart {
  readonly type: 'check';
  readonly name: string;
  /** False: the request failed, or its answer could not be parsed. */
  readonly isDone: boolean;
  /** Millionths of a US dollar; null if the price is unknown. */
  readonly costMicros: number | null;
}

export type ExplorePart = SourceCitationPart | UsagePart | TurnPart | CheckPart;

/** `GET /api/explore/sessions/:exploration/turns/:messageId` answers with a `turnContext`. */

const MAX_TYPED = 20_000;
/** `POST /api/explore/preview`: the context of this message if it were sent now. No remote embedder is asked. */
export const previewRequest = sourceChoice.extend({
  /** Null before the session begins. */
  session: id.nullable(),
  text: z.string().max(MAX_TYPED),
  voice,
});
export type PreviewRequest = z.infer<typeof previewRequest>;
export const previewAnswer = z.object({
  window: contextWindow,
  sources: z.array(retrievedSource),
  /** The cost of the request without cache discounts; null if the price is unknown or no model is asked. */
  costMicros: z.int().nullable(),
});
export type PreviewAnswer = z.infer<typeof previewAnswer>;

/**
 * `POST /api/explore/without/cost` and `POST /api/explore/without`: asks the last question of a session once more,
 * without a source that its answer had in context.
 */
export const withoutSource = z.object({ session: id, sourceId: id });
export type WithoutSource = z.infer<typeof withoutSource>;
export const withoutSourceCost = z.object({
  tokens: z.int(),
  /**
   * The cost of the request without the answer and without cache discounts; null if the price is unknown or no model is
   * asked.
   */
  costMicros: z.int().nullable(),
  agent: z.string(),
  isEmbedded: z.boolean(),
});
export type WithoutSourceCost = z.infer<typeof withoutSourceCost>;
export const withoutSourceAnswer = z.object({
  text: z.string(),
  /** The cost of the whole call; null if it is unknown or nothing was paid. */
  costMicros: z.int().nullable(),
  /** The answer reached the limit of one answer. */
  isCut: z.boolean(),
});
export type WithoutSourceAnswer = z.infer<typeof withoutSourceAnswer>;

/** `GET /api/explore/questions`: suggested first questions of an exploration. */
const suggestedQuestion = z.object({ question: z.string(), sourceIds: z.array(id), titles: z.array(z.string()) });
export type SuggestedQuestion = z.infer<typeof suggestedQuestion>;
export const suggestedQuestionsAnswer = z.object({ questions: z.array(suggestedQuestion) });
export type SuggestedQuestionsAnswer = z.infer<typeof suggestedQuestionsAnswer>;

/** `GET /api/explore/sources/:sourceId/sessions`: the sessions that cited a source, latest first. */
export const citingSessions = z.object({
  sessions: z.array(z.object({ session: id, title: z.string(), messageId: id, citations: z.int(), at })),
});
export type CitingSessions = z.infer<typeof citingSessions>;

declare module '#session/protocol.ts' {
  interface Commands {
    readonly explore: z.infer<(typeof exploreUpMessages)[number]>;
  }
  interface Events {
    readonly explore: z.infer<(typeof exploreEvents)[number]> | z.infer<typeof exploreStarted>;
  }
}
