import type { z } from 'zod';

import type { SessionEvent } from '#session/domain/event.ts';
import type { Fold } from '#session/domain/fold.ts';

import { laterEvent, sessionStarted } from '../protocol.ts';

/**
 * Folds, and throws at an event that no version of Warren writes: one of an unknown type, or with a value of another
 * type. Used by `warren check` and imports. A server skips the check to save time.
 */
export function checkedFold(fold: Fold): Fold {
  return (state, event) => {
    requireKnown(event);
    return fold(state, event);
  };
}

function requireKnown(event: SessionEvent): void {
  const wrong = wrongInEvent(event);
  if (wrong !== undefined) throw new Error(`event ${event.seq}: ${wrong}`);
}

/** The first value of an event that no version of Warren writes, as `field: reason`; undefined if there is none. */
export function wrongInEvent(event: SessionEvent): string | undefined {
  const schema = event.type === 'session_started' ? startedBy(event.mode) : laterEvent;
  const wrong = firstWrong(event, schema.safeParse(event).error?.issues ?? []);
  return wrong && `${wrong.path.join('.')}: ${wrong.message}`;
}

/** The schema for the first event of this mode. The last one accepts every mode. */
const startedBy = (mode: unknown): z.ZodType =>
  sessionStarted.options.find(({ shape }) => shape.mode.safeParse(mode).success) ?? sessionStarted;

type Issue = Pick<z.core.$ZodIssue, 'path' | 'message'>;

/**
 * The first issue that no version explains: earlier versions wrote some events without values that later ones have,
 * also within the variants of a value.
 */
function firstWrong(value: unknown, issues: readonly z.core.$ZodIssue[]): Issue | undefined {
  for (const issue of issues) {
    const held = valueAt(value, issue.path);
    if (held === undefined && issue.path[0] !== 'type') continue;
    if (issue.code !== 'invalid_union') return issue;
    const variants = issue.errors.map((errors) => firstWrong(held, errors));
    if (variants.includes(undefined)) continue;
    return variants[0] ? { ...variants[0], path: [...issue.path, ...variants[0].path] } : issue;
  }
  return undefined;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((held, key) => (held as Record<PropertyKey, unknown> | undefined)?.[key], value);
}
