import { z } from 'zod';

import { newSource } from '../sources/protocol.ts';

const { url, title, content } = newSource.shape;

/** The text, address and title of a capture, each optional, beside its files. */
export const capturedWords = z.object({ text: content, url, title });

/** `POST /api/library/capture?name=…`: `name` is the file name if the whole body is one file. */
export const captureQuery = z.object({ name: z.string().min(1).max(500).optional() });

/**
 * Number of texts, links and files that are in the library now. It does not reveal which existed before, because a
 * capture token cannot read.
 */
export const captureAnswer = z.object({ kept: z.int() });
