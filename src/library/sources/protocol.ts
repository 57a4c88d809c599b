import { z } from 'zod';

import { cleanText, DIRECTION_MARKS, hasNoDirectionMarks } from '#kernel/clean-text.ts';
import { id } from '#session/protocol.ts';

import {
  bucket,
  bucketColor,
  MAX_CONTENT,
  MAX_TITLE,
  passage,
  sourceFilter,
  sourceKind,
  sourceSort,
  sourceSummary,
  tags,
} from '../storage/protocol.ts';

/** Wire format of buckets and sources. */

const MAX_NAME = 60;
const MAX_DESCRIPTION = 500;
const MAX_URL = 4_000;
/** Maximum per request. */
const MAX_SOURCES_AT_ONCE = 500;
const MAX_PAGE = 200;

const name = z
  .string()
  .overwrite(cleanText)
  .trim()
  .min(1, 'A bucket needs a name.')
  .max(MAX_NAME)
  .refine(hasNoDirectionMarks, DIRECTION_MARKS);
const description = z.string().overwrite(cleanText).trim().max(MAX_DESCRIPTION);
export const newBucket = z.object({
  id: id.optional(),
  name,
  description: description.default(''),
  color: bucketColor.optional(),
});
export type NewBucket = z.input<typeof newBucket>;
/** `position`: its index among the buckets, from 0. */
export const bucketChange = z.object({ name, description, color: bucketColor, position: z.int().min(0) }).partial();
export type BucketChange = z.input<typeof bucketChange>;

/** `GET /api/library`: the information beside the list. */
export const libraryOverview = z.object({
  buckets: z.array(bucket),
  /** Archived sources count only in `archived`. */
  counts: z.object({
    all: z.int(),
    inbox: z.int(),
    own: z.int(),
    others: z.int(),
    archived: z.int(),
    highlights: z.int(),
  }),
  /** The most frequent first. */
  tags: z.array(z.object({ tag: z.string(), sources: z.int() })),
  hasSamples: z.boolean(),
  reading: z.int(),
  failed: z.int(),
  /** The progress of indexing the library for search by meaning. */
  meaning: z.object({
    /** Name of the model whose vectors search uses; null before there are any. */
    model: z.string().nullable(),
    isEmbedded: z.boolean(),
    /** Number of passages with a vector of the current model, and of all that will get one. */
    done: z.int(),
    total: z.int(),
    /** Number of sources that have passages without a vector. */
    waitingSources: z.int(),
    /** The reason why indexing has stopped: the embedder failed, or a limit is reached. Null otherwise. */
    problem: z.object({ message: z.string(), remedy: z.string() }).nullable(),
    /** The vectors of an earlier model serve until the current one is complete. */
    isChanging: z.boolean(),
    /**
     * Size of the stored vectors of embedders that are no longer in use, in bytes: each of these can be chosen again at
     * once.
     */
    leftBytes: z.number(),
  }),
});
export type LibraryOverview = z.infer<typeof libraryOverview>;

const url = z.string().overwrite(cleanText).trim().max(MAX_URL);
const title = z.string().overwrite(cleanText).trim().max(MAX_TITLE);
const content = z
  .string()
  .overwrite(cleanText)
  .max(MAX_CONTENT, 'A source has at most 10 million characters. Add a longer text in parts.');

/** The maximum of JavaScript's `Date`. */
const MAX_TIME = 8_640_000_000_000_000;
const createdAt = z.int().min(-MAX_TIME).max(MAX_TIME);

/**
 * The conversation that a source is kept from. `holeId` is set if the message was said in a rabbit hole, or the whole
 * hole is kept. With `lastMessageId` it is a range of messages, of which `messageId` is the first.
 */
const keptFrom = z.object({
  session: id,
  messageId: id.optional(),
  holeId: id.optional(),
  lastMessageId: id.optional(),
});
export type KeptFrom = z.infer<typeof keptFrom>;

/**
 * A source to be added: text, an address, or both. An address without text is fetched and read in the background.
 * Content is Markdown. Without a kind it is a `note`, a `tweet` or `link` by its address, or an `article_clip` if it is
 * kept from an agent.
 */
export const newSource = z
  .object({
    id: id.optional(),
    kind: sourceKind.optional(),
    title: title.refine(hasNoDirectionMarks, DIRECTION_MARKS).optional(),
    content: content.optional(),
    url: url.optional(),
    bucketId: id.nullable().optional(),
    tags: tags.optional(),
    createdAt: createdAt.optional(),
    from: keptFrom.optional(),
    /** Adds it even if the same address or text already exists. */
    isWanted: z.boolean().optional(),
  })
  .refine(({ content: text, url: address }) => (text ?? '').trim() !== '' || (address ?? '') !== '', {
    message: 'Give a text or an address.',
    path: ['content'],
  });
export type NewSource = z.input<typeof newSource>;

/** `POST /api/library/sources` */
export const newSources = z.object({ sources: z.array(newSource).min(1).max(MAX_SOURCES_AT_ONCE) });
/** One entry per source that was sent, in their order. `existing`: not added, because it already exists. */
export const addedSources = z.object({
  results: z.array(
    z.object({
      source: sourceSummary,
      outcome: z.enum(['added', 'existing']),
      /** The part that it shares with the existing source; null if it was added. */
      sameBy: z.enum(['address', 'text']).nullable(),
    }),
  ),
});
export type AddedSources = z.infer<typeof addedSources>;

/** `POST /api/library/files?name=…`: the body is the file. The answer is that of one new source. */
export const fileQuery = z.object({
  name: z.string().min(1).max(500),
  id: id.optional(),
  bucketId: id.optional(),
  isWanted: z.enum(['true']).optional(),
});
export type FileQuery = z.infer<typeof fileQuery>;

/** `GET /api/library/sources`: newest first unless `sort` says otherwise. */
export const sourceListQuery = sourceFilter.extend({
  sort: sourceSort.optional(),
  /** The `cursor` of the previous page. */
  after: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(MAX_PAGE).optional(),
});
export const sourceList = z.object({
  sources: z.array(sourceSummary),
  total: z.int(),
  /** Null on the last page. */
  cursor: z.string().nullable(),
  /** Number of citations by source id, if the list is sorted by it. */
  cited: z.record(z.string(), z.int()).optional(),
});
export type SourceList = z.infer<typeof sourceList>;

/** `GET /api/library/sources/:sourceId` */
export const sourceDetail = sourceSummary.extend({
  content: z.string(),
  passages: z.array(passage),
  file: z.object({ name: z.string(), mediaType: z.string(), size: z.int() }).nullable(),
  /** The conversation that it was kept from. `title` is that of the session, null if it was deleted. */
  keptFrom: keptFrom.extend({ title: z.string().nullable() }).nullable(),
  /**
   * The links in its text to other sources, `[[Title]]` and `[words](Folder/Note.md)`, by their targets, with the
   * source that each resolves to; null if there is none.
   */
  links: z.array(z.object({ text: z.string(), sourceId: id.nullable() })),
  /** Sources that link to it. */
  backlinks: z.array(z.object({ sourceId: id, title: z.string(), preview: z.string() })),
});
export type SourceDetail = z.infer<typeof sourceDetail>;

/**
 * `PATCH /api/library/sources/:sourceId`. `version` is the version that was edited: if title or content have changed
 * since, the change is rejected with the reason `changed-elsewhere` and nothing is lost.
 */
export const sourceChange = z
  .object({ title, content, url: url.nullable(), kind: sourceKind, tags, createdAt })
  .partial()
  .extend({ version: z.int() });

const ids = z.array(id).min(1).max(MAX_SOURCES_AT_ONCE);
/** `POST /api/library/sources/change`: one undo for all. `bucketId` null is the inbox. */
export const sourcesChange = z.object({
  ids,
  bucketId: id.nullable().optional(),
  isArchived: z.boolean().optional(),
  kind: sourceKind.optional(),
  addTags: tags.optional(),
  removeTags: tags.optional(),
});
export type SourcesChange = z.input<typeof sourcesChange>;
/** `POST /api/library/sources/delete`: can be undone. */
export const sourcesDeletion = z.object({ ids });

/** `GET /api/library/sources/:sourceId/related` */
export const relatedSources = z.object({
  related: z.array(
    z.object({
      source: sourceSummary,
      /** The number of its nearest passage. */
      passage: z.int(),
      /** The reason why it is related, in words: `both mention “Jevons”`, `says something similar`, `links here`. */
      why: z.string(),
    }),
  ),
});
export type RelatedSources = z.infer<typeof relatedSources>;
