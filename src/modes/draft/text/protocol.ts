import { z } from 'zod';

import { id } from '#session/protocol.ts';

/** A citation of a draft. Its marks stand in the text as `[^number]`. */
export const draftCitation = z.object({
  number: z.int().positive(),
  sourceId: id,
  title: z.string(),
  url: z.string().nullable(),
  quote: z.string(),
  /** The version of the source that was cited. */
  sourceVersion: z.int(),
  /** The sentence, or its part before the mark, as it stood when it was cited. */
  claim: z.string(),
});
export type DraftCitation = z.infer<typeof draftCitation>;

/** The Markdown of a draft, and what its marks stand for. */
export const citedDraft = z.object({ text: z.string(), citations: z.array(draftCitation) });
export type CitedDraft = z.infer<typeof citedDraft>;
