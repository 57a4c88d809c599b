import { z } from 'zod';

import { cleanText } from '#kernel/clean-text.ts';
import { id, type MessagePart } from '#session/protocol.ts';

/** Wire types that every feature of the library shares. */

export const sourceKind = z.enum(['note', 'voice_memo', 'link', 'tweet', 'article_clip', 'podcast_note']);
export type SourceKind = z.infer<typeof sourceKind>;

/** The origin of a source. Words of an agent are never the person's own. */
export const sourceOrigin = z.enum(['person', 'web', 'file', 'agent', 'sample']);
export type SourceOrigin = z.infer<typeof sourceOrigin>;

/** `waiting`: is being fetched or read, or will be. `stopped`: the person has cancelled that. */
export const sourceState = z.enum(['waiting', 'read', 'failed', 'stopped']);
export type SourceState = z.infer<typeof sourceState>;

export const bucketColor = z.enum(['green', 'amber', 'violet', 'red', 'blue', 'grey']);
export type BucketColor = z.infer<typeof bucketColor>;

/** The problem, and what to do. */
export const libraryProblem = z.object({ message: z.string(), remedy: z.string() });
export type LibraryProblem = z.infer<typeof libraryProblem>;

export const highlightColor = z.enum(['amber', 'green', 'red']);
export type HighlightColor = z.infer<typeof highlightColor>;

export const MAX_TITLE = 300;
/** In characters. A longer text is rejected; it can be added as several sources. */
export const MAX_CONTENT = 10_000_000;
export const MAX_TAGS = 50;
const MAX_TAG = 60;
export const tags = z.array(z.string().overwrite(cleanText).trim().min(1).max(MAX_TAG)).max(MAX_TAGS);

export const bucket = z.object({
  id,
  name: z.string(),
  description: z.string(),
  color: bucketColor,
  position: z.int(),
  isSample: z.boolean(),
  /** Sources that are neither archived nor deleted. */
  sources: z.int(),
});
export type Bucket = z.infer<typeof bucket>;

export const sourceSummary = z.object({
  id,
  kind: sourceKind,
  origin: sourceOrigin,
  /** Made from the first words if it has no title. */
  title: z.string(),
  url: z.string().nullable(),
  /** Null for the inbox. */
  bucketId: id.nullable(),
  tags: z.array(z.string()),
  author: z.string().nullable(),
  site: z.string().nullable(),
  language: z.string().nullable(),
  /** When it was written, if that is known; otherwise when it was added. */
  createdAt: z.int(),
  /** `YYYY-MM-DD`, the same in every time zone, if only the day is known; null otherwise. */
  createdOn: z.string().nullable(),
  addedAt: z.int(),
  changedAt: z.int(),
  archivedAt: z.int().nullable(),
  words: z.int(),
  /** The first 200 characters. */
  preview: z.string(),
  state: sourceState,
  /** The progress of the reading, or of indexing a long text; null unless that is running. */
  progress: z.object({ words: z.string(), done: z.number().min(0).max(1).nullable() }).nullable(),
  problem: libraryProblem.nullable(),
  /** The content that could not be read: noun phrases with their numbers, and whole sentences. */
  leftOut: z.array(z.string()),
  isSample: z.boolean(),
  /** Name of the program that kept it for the person, as the program gave it; null for all others. */
  keptBy: z.string().nullable(),
  version: z.int(),
});
export type SourceSummary = z.infer<typeof sourceSummary>;

/**
 * Selects the sources of a list or a search. `bucket` is an id or `inbox`. Archived ones are excluded unless requested.
 */
export const sourceFilter = z.object({
  bucket: z.string().overwrite(cleanText).optional(),
  kind: sourceKind.optional(),
  whose: z.enum(['own', 'others']).optional(),
  tag: z.string().overwrite(cleanText).optional(),
  state: z.enum(['reading', 'failed']).optional(),
  archived: z.enum(['true']).optional(),
});
export type SourceFilter = z.infer<typeof sourceFilter>;

/** `cited`: the most cited sources first. */
export const sourceSort = z.enum(['newest', 'title', 'cited']);
export type SourceSort = z.infer<typeof sourceSort>;

export const passage = z.object({
  id,
  /** The `12` of `#p12`. */
  number: z.int().positive(),
  /** UTF-16 offsets into the source's content; the end is exclusive. */
  start: z.int(),
  end: z.int(),
});
export type Passage = z.infer<typeof passage>;

/**
 * Sources were added, changed or deleted, or work on them progressed: the page's copies are stale. `sources` is empty
 * if there are many.
 */
const libraryChanged = z.object({ type: z.literal('library_changed'), sources: z.array(id) });

export const libraryDownMessages = [libraryChanged] as const;

/** A citation in a reply to a source of the library, checked by code. */
export interface SourceCitationPart extends MessagePart {
  readonly type: 'source-citation';
  /** Length of the reply's text before it, in UTF-16 units. */
  readonly at: number;
  /** Null if the model named a source that was not in context. */
  readonly source: {
    readonly id: string;
    readonly title: string;
    readonly url: string | null;
    readonly version: number;
  } | null;
  readonly quote: string;
  /** The range of the quote in the source's content, as UTF-16 offsets; null if it was not found. */
  readonly range: { readonly start: number; readonly end: number } | null;
  /** The quote occurs in the text of the source that the model saw, and is long enough to be evidence. */
  readonly isVerified: boolean;
  /** Set if the sentence of the reply may say more than the cited ones. */
  readonly stronger?: StrongerNote;
}

/** A note on a sentence that may claim more than what it cites. */
export interface StrongerNote {
  /** A sentence for the person. */
  readonly reason: string;
  readonly claim: string;
  /** The cited sentences. */
  readonly source: string;
  /** The model that found it; absent if code did. */
  readonly foundBy?: string;
}

declare module '#session/protocol.ts' {
  interface News {
    readonly library: z.infer<(typeof libraryDownMessages)[number]>;
  }
}
