import { z } from 'zod';

import { cleanText } from '#kernel/clean-text.ts';
import { id } from '#session/protocol.ts';

import { highlightColor } from '../storage/protocol.ts';

/** Wire format of highlights. */

const MAX_NOTE = 10_000;
const MAX_PAGE = 200;

const offset = z.int().nonnegative();
const note = z.string().overwrite(cleanText).trim().max(MAX_NOTE);

/** A part of a source that the person marked. */
export const highlight = z.object({
  id,
  sourceId: id,
  /** The marked words, as Markdown. */
  quote: z.string(),
  color: highlightColor,
  /** Empty if there is none. */
  note: z.string(),
  /** UTF-16 offsets into the source's content; null if the words are no longer there. */
  range: z.object({ start: offset, end: offset }).nullable(),
  createdAt: z.int(),
});
export type Highlight = z.infer<typeof highlight>;

/** `POST /api/library/sources/:sourceId/highlights`. `version` is the version in which the person marked. */
export const newHighlight = z.object({
  id: id.optional(),
  version: z.int(),
  start: offset,
  end: offset,
  color: highlightColor,
  note: note.default(''),
});
export type NewHighlight = z.input<typeof newHighlight>;

/** `PATCH /api/library/highlights/:highlightId` */
export const highlightChange = z.object({ color: highlightColor, note }).partial();
export type HighlightChange = z.input<typeof highlightChange>;

/** `GET /api/library/sources/:sourceId/highlights`: in the order of the text, then those whose words were deleted. */
export const sourceHighlights = z.object({ highlights: z.array(highlight) });

const MAX_QUERY = 500;

/** `GET /api/library/highlights`: newest first. `q`: words that must all occur in the quote, the note or the title. */
export const highlightQuery = z.object({
  q: z.string().max(MAX_QUERY).optional(),
  after: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(MAX_PAGE).optional(),
});

const listedHighlight = highlight.extend({
  sourceTitle: z.string(),
  /**
   * Number of the passage in which it begins, the `12` of `#p12`; null if its words were deleted or are not indexed
   * yet.
   */
  passage: z.int().nullable(),
});
export type ListedHighlight = z.infer<typeof listedHighlight>;
export const highlightList = z.object({
  highlights: z.array(listedHighlight),
  total: z.int(),
  /** Null on the last page. */
  cursor: z.string().nullable(),
});
export type HighlightList = z.infer<typeof highlightList>;
