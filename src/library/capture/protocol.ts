import { z } from 'zod';

import { newSource } from '../sources/protocol.ts';

const { url, title, content } = newSource.shape;

/** What one capture is made of: a text, an address and a title, each of which may be missing, beside its files. */
export const capturedWords = z.object({ text: content, url, title });

/** `POST /api/library/capture?name=…`: names a file that is the whole body. */
export const captureQuery = z.object({ name: z.string().min(1).max(500).optional() });

/** How many texts, links and files are in the library now. It does not tell what was there before: a token cannot read. */
export const captureAnswer = z.object({ kept: z.int() });
