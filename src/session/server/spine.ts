import { createFold } from '../domain/fold.ts';
import { OnlinePeople } from './connection/online-people.ts';
import type { SessionDependencies, Spine } from './dependencies.ts';
import { IdleSessions } from './live/idle-sessions.ts';
import { LiveSessions } from './live/live-sessions.ts';

export interface RunningSpine {
  readonly spine: Spine;
  readonly sessions: LiveSessions;
  readonly people: OnlinePeople;
  readonly idle: IdleSessions;
}

/** Puts the spine together. Nothing runs yet: `sessions.recover()` picks up what a crash has left, `idle.start()` watches. */
export function createSpine(dependencies: SessionDependencies): RunningSpine {
  const domains = Object.fromEntries(Object.entries(dependencies.modes).map(([id, mode]) => [id, mode.domain]));
  const fold = createFold(domains);
  const people = new OnlinePeople();
  const spine: Spine = {
    ...dependencies,
    domains,
    fold,
    publishSummary: (person, summary) => people.tell(person, { type: 'session_summary_changed', ...summary }),
  };
  const sessions = new LiveSessions(spine);
  return { spine, sessions, people, idle: new IdleSessions(spine, sessions) };
}
