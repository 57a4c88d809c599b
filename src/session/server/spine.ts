import { assert } from '#kernel/assert.ts';

import { createFold } from '../domain/fold.ts';
import { Backlog } from './connection/backlog.ts';
import { OnlinePeople } from './connection/online-people.ts';
import type { SessionDependencies, Spine } from './dependencies.ts';
import { ActedCommands } from './live/acted-commands.ts';
import { AgentQueue } from './live/agent-queue.ts';
import { IdleSessions } from './live/idle-sessions.ts';
import { LiveSessions } from './live/live-sessions.ts';

export interface RunningSpine {
  readonly spine: Spine;
  readonly sessions: LiveSessions;
  readonly people: OnlinePeople;
  readonly backlog: Backlog;
  readonly idle: IdleSessions;
}

/**
 * Creates the spine. Nothing runs yet: `sessions.recover()` continues what a crash cut off, `idle.start()` begins its
 * sweeps.
 */
export function createSpine(dependencies: SessionDependencies): RunningSpine {
  const domains = Object.fromEntries(Object.entries(dependencies.modes).map(([id, mode]) => [id, mode.domain]));
  const fold = createFold(domains);
  const people = new OnlinePeople();
  const spine: Spine = {
    ...dependencies,
    domains,
    fold,
    actedCommands: new ActedCommands(),
    agentQueue: new AgentQueue(),
    publishSummary: (person, summary, change) =>
      people.notifySummary(person, { ...summary, details: summary.details as Record<string, unknown> }, change),
  };
  const sessions = new LiveSessions(spine);
  for (const [id, mode] of Object.entries(dependencies.modes)) {
    assert(
      typeof mode.domain.prepared !== 'function' || mode.prepare !== undefined,
      `mode ${id} prepares what its pure half expects`,
    );
    mode.start?.({
      report: (owned, report) => sessions.report(owned, id, report),
      show: async (owned, message) => (await sessions.get(owned)).show(message),
    });
  }
  return { spine, sessions, people, backlog: new Backlog(), idle: new IdleSessions(spine, sessions) };
}
