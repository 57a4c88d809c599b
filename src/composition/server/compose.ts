import { tmpdir } from 'node:os';

import { readPreferences } from '#account/server/preferences.ts';
import { readVoices } from '#account/server/voices.ts';
import type { OnBinarySocket, ServerContribution, ServerPart, Services } from '#contribution/server/contribution.ts';
import { type Database, tablesOf } from '#database/server/database.ts';
import type { Keeping } from '#database/server/draining.ts';
import { EVERYBODY, type ServedPeople } from '#database/server/served-people.ts';
import type { SettledNow } from '#day/server/settled-now.ts';
import { assert } from '#kernel/assert.ts';
import type { RoleModels } from '#language-model/server/role-models.ts';
import type { Library } from '#library/server/library.ts';
import type { Offered } from '#platform/mcp/answer-programs.ts';
import { createPackageReader } from '#platform/reading/create-package-reader.ts';
import type { Log } from '#session/server/dependencies.ts';
import { createSpine, type RunningSpine } from '#session/server/spine.ts';
import type { SessionTables } from '#session/server/tables.ts';
import { undoRoutes } from '#undo/server/routes.ts';
import type { UndoTables } from '#undo/server/tables.ts';
import { createUndoLog } from '#undo/server/undo-log.ts';
import type { Route } from '#wire/route.ts';

import { decodeText } from './decode-text.ts';

export interface CompositionOptions {
  readonly database: Database<object>;
  readonly contributions: readonly ServerContribution[];
  readonly roleModels: RoleModels;
  readonly now: () => number;
  /** Omitted: the clock never jumps. */
  readonly settledNow?: SettledNow;
  readonly newId: () => string;
  /** The people whom this server serves. Defaults to everybody. */
  readonly served?: ServedPeople;
  readonly log: Log;
  /** An existing folder for temporary files. Defaults to the system's. */
  readonly temporary?: string;
  /** The pause between two words of an embedded agent, in ms. */
  readonly paceMs?: number;
  /** Replaces the stored preferences. */
  readonly preferencesOf?: Services['preferencesOf'];
}

/** A server without its transport, which `main.ts`, benchmarks and tests provide. */
export interface Composition {
  readonly running: RunningSpine;
  readonly routes: readonly Route[];
  /** The tools, resources and prompts for programs. Names are unique. */
  readonly offered: Offered;
  /** Further sockets by name. The socket of sessions is not among them. */
  readonly sockets: Readonly<Record<string, OnBinarySocket>>;
  /** Starts to continue unfinished work of the previous process. Call it once, before requests are answered. */
  readonly recover: () => Promise<void>;
  /** Searches for work that other servers have left. */
  readonly lookForLeft: () => void;
  /** `answering`: the people with running requests, which count as work. */
  readonly keeping: (answering: Iterable<string>) => Keeping;
  /** Ends the sessions of a person who is now served by another server. */
  readonly onLost: (person: string) => Promise<void>;
  /** Ends all work that runs for a person who is being removed. */
  readonly onLeaving: (person: string) => Promise<void>;
  /** Ends sessions and background work. The store stays open. */
  readonly close: () => Promise<void>;
}

/** Composes the server from all contributions. Nothing runs before `recover`. */
export function compose(options: CompositionOptions): Composition {
  const {
    database,
    contributions,
    now,
    settledNow = now,
    newId,
    log,
    temporary = tmpdir(),
    served = EVERYBODY,
  } = options;
  const hosts: Record<string, Record<string, unknown>> = {};
  const provided: { library?: Library } = {};
  const services: Services = {
    database,
    roleModels: options.roleModels,
    preferencesOf: options.preferencesOf ?? readPreferences,
    voicesOf: readVoices,
    library() {
      assert(provided.library, 'a composition with a mode that reads the library contains the library');
      return provided.library;
    },
    undo: createUndoLog({ now, settledNow, newId }),
    now,
    settledNow,
    newId,
    noticeSources: () => noticeSources,
    served,
    log,
    decodeText,
    readPackage: createPackageReader({ now, temporary }),
    temporary,
    paceMs: options.paceMs ?? 0,
    // The cast is safe by convention: a host passes in what the inner mode's `protocol.ts` requires.
    hostsOf: <Host>(innerMode: string) => (hosts[innerMode] ??= {}) as Record<string, Host>,
  };
  const parts: readonly ServerPart[] = contributions.map((contribution) => contribution.create(services));
  const noticeSources = Object.fromEntries(
    parts.flatMap(({ mode, notices }) => (mode && notices ? [[mode.id, notices] as const] : [])),
  );
  for (const { mode, hosts: given = {} } of parts)
    for (const [innerMode, host] of Object.entries(given)) if (mode) (hosts[innerMode] ??= {})[mode.id] = host;

  const modes = unique(
    'mode',
    parts.flatMap(({ mode }) => (mode ? [[mode.id, mode.server] as const] : [])),
  );
  const running = createSpine({
    database: tablesOf<SessionTables>(database),
    modes,
    now,
    settledNow,
    newId,
    served,
    log,
  });
  const surfaces = parts.flatMap((part) => part.surface?.(running) ?? []);
  Object.assign(provided, { library: surfaces.find((surface) => surface.library)?.library });
  const handlers = unique(
    'kind of undo',
    surfaces.flatMap(({ undoHandlers = {} }) => Object.entries(undoHandlers)),
  );
  let isClosed = false;
  return {
    running,
    routes: [
      ...surfaces.flatMap(({ routes }) => routes ?? []),
      ...undoRoutes({ database: tablesOf<UndoTables>(database), handlers, now }),
    ],
    offered: {
      tools: Object.values(
        unique(
          'tool',
          namedBy(
            'name',
            surfaces.flatMap(({ tools = [] }) => tools),
          ),
        ),
      ),
      resources: Object.values(
        unique(
          'kind of resource',
          namedBy(
            'kind',
            surfaces.flatMap(({ resources = [] }) => resources),
          ),
        ),
      ),
      prompts: Object.values(
        unique(
          'prompt',
          namedBy(
            'name',
            surfaces.flatMap(({ prompts = [] }) => prompts),
          ),
        ),
      ),
    },
    sockets: unique(
      'socket',
      surfaces.flatMap(({ sockets = {} }) => Object.entries(sockets)),
    ),
    async recover() {
      for (const surface of surfaces) {
        await surface.recover?.();
        if (isClosed) return;
      }
      running.idle.start();
      // Not awaited: requests are answered meanwhile, and a requested session is loaded before its turn.
      void running.sessions.recover();
    },
    lookForLeft() {
      for (const surface of surfaces) surface.lookForLeft?.();
      void running.sessions.lookForLeft();
    },
    keeping(answering) {
      const kept = surfaces.flatMap((surface) => surface.keeping?.() ?? []);
      return {
        programs: new Set(kept.flatMap(({ programs = [] }) => [...programs])),
        work: new Set([...answering, ...running.sessions.working, ...kept.flatMap(({ work = [] }) => [...work])]),
      };
    },
    async onLost(person) {
      const moved = await Promise.allSettled(surfaces.flatMap((surface) => surface.onMoved?.(person) ?? []));
      await running.sessions.closeOf(person);
      for (const each of moved) if (each.status === 'rejected') throw each.reason;
    },
    async onLeaving(person) {
      const ended = await Promise.allSettled(surfaces.flatMap((surface) => surface.onLeaving?.(person) ?? []));
      await running.sessions.closeOf(person);
      for (const end of ended) if (end.status === 'rejected') throw end.reason;
    },
    async close() {
      isClosed = true;
      await Promise.all(surfaces.flatMap((surface) => surface.close?.() ?? []));
      await running.idle.close();
      await running.sessions.close();
    },
  };
}

const namedBy = <Key extends string, Value extends Readonly<Record<Key, string>>>(key: Key, values: readonly Value[]) =>
  values.map((value) => [value[key], value] as const);

/** Converts the entries to a record. Throws if two have the same name. */
function unique<Value>(what: string, entries: readonly (readonly [string, Value])[]): Record<string, Value> {
  const byName = new Map<string, Value>();
  for (const [name, value] of entries) {
    if (byName.has(name)) throw new Error(`Two contributions add the ${what} ${name}.`);
    byName.set(name, value);
  }
  return Object.fromEntries(byName);
}
