import type { SessionEvent } from '#session/domain/event.ts';
import type { Fold } from '#session/domain/fold.ts';

import { laterEvent, sessionStarted } from '../protocol.ts';

/**
 * Folds, and throws at an event that no version of Warren writes: of an unknown type, or with a value of another type.
 * `warren check` and imports use it. A server does not take the time.
 */
export function checkedFold(fold: Fold): Fold {
  return (state, event) => {
    requireKnown(event);
    return fold(state, event);
  };
}

function requireKnown(event: SessionEvent): void {
  const { error } = (event.type === 'session_started' ? sessionStarted : laterEvent).safeParse(event);
  // Earlier versions wrote some events without values that later ones have, also within the variants of a value.
  const wrong = error?.issues.find(
    ({ code, path }) => path[0] === 'type' || (code !== 'invalid_union' && valueAt(event, path) !== undefined),
  );
  if (wrong) throw new Error(`event ${event.seq}: ${wrong.path.join('.')}: ${wrong.message}`);
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((held, key) => (held as Record<PropertyKey, unknown> | undefined)?.[key], value);
}
