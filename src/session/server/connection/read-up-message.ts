import type { z } from 'zod';

import { isTooComplex } from '#kernel/json-shape.ts';
import { AppError } from '#wire/error-kind.ts';
import { MAX_MESSAGE_BYTES } from '#wire/limits.ts';

import { ID, type UpMessage } from '../../protocol.ts';

/** More than 256 KiB of ids. */
const MAX_VALUES = 10_000;

/** The ids that were found in an invalid message, so that its sender can identify it. */
interface About {
  readonly id?: string;
  readonly session?: string;
}
export type Read =
  | { readonly ok: true; readonly message: UpMessage }
  | { readonly ok: false; readonly error: AppError; readonly about: About };

/** Validates one frame. An error names the invalid field. `schema`: all messages of all slices, by their type. */
export function readUpMessage(data: Buffer, isBinary: boolean, schema: z.ZodType<UpMessage>): Read {
  const wrong = (error: AppError, about: About = {}): Read => ({ ok: false, error, about });
  if (isBinary) return wrong(new AppError('malformed', 'Messages here are text, not binary.'));
  if (data.length > MAX_MESSAGE_BYTES)
    return wrong(
      new AppError('too-large', `A message has at most ${MAX_MESSAGE_BYTES / 1024} KiB. Send it in parts.`),
      findAbout(data),
    );
  if (isTooComplex(data, MAX_VALUES))
    return wrong(new AppError('malformed', 'This is nested too deeply, or holds too many values.'), findAbout(data));
  let value: unknown;
  try {
    value = JSON.parse(data.toString('utf8'));
  } catch {
    return wrong(new AppError('malformed', 'This is not JSON.'));
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return wrong(new AppError('malformed', 'A message is a JSON object.'));
  const about = aboutOf(value);
  const type = 'type' in value ? value.type : undefined;
  if (typeof type !== 'string')
    return wrong(new AppError('malformed', 'A message needs a type.', { field: 'type' }), about);
  const checked = schema.safeParse(value);
  if (checked.success) return { ok: true, message: checked.data };
  const [issue] = checked.error.issues;
  const field = issue?.path.join('.') ?? '';
  if (field === 'type')
    return wrong(
      new AppError('unknown-type', `This server knows no message "${type.slice(0, 64)}".`, { field }),
      about,
    );
  return wrong(
    new AppError('malformed', `The field "${field}" is wrong: ${issue?.message ?? 'unreadable'}.`, { field }),
    about,
  );
}

const isId = (value: unknown): value is string => typeof value === 'string' && ID.test(value);

function aboutOf(value: object): About {
  const { id, session } = value as { id?: unknown; session?: unknown };
  return { ...(isId(id) && { id }), ...(isId(session) && { session }) };
}

const NEAR_BYTES = 1_024;

/** The ids of a message that was not parsed, if they are near its beginning or its end. */
export function findAbout(data: Buffer): About {
  const near = [data.subarray(0, NEAR_BYTES), data.subarray(-NEAR_BYTES)].map((part) => part.toString('utf8'));
  const find = (name: string) => new RegExp(`"${name}"\\s*:\\s*"([\\w-]{1,64})"`).exec(near.join('\n'))?.[1];
  const [id, session] = [find('id'), find('session')];
  return { ...(id !== undefined && { id }), ...(session !== undefined && { session }) };
}
