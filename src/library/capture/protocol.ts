import { z } from 'zod';

import { newSource } from '../sources/protocol.ts';

const { url, title, content } = newSource.shape;

/** What one capture is made of: a text, an address and a title, each of which may be missing, beside its files. */
export const capturedWords = z.object({ text: content, url, title });

/** `POST /api/library/capture?name=…`: names a file that is the whole body. */
export const captureQuery = z.object({ name: z.string().min(1).max(500).optional() });

/** What was kept, in the order in which it was sent. It says nothing of what was there before. */
export const captureAnswer = z.object({
  kept: z.array(
    z.object({
      id: z.string(),
      /** `existing`: it is in the library already, so it was not added. */
      outcome: z.enum(['added', 'existing']),
      /** Where it is, below the address of this server. */
      path: z.string(),
    }),
  ),
});
