import { readdir } from 'node:fs/promises';

import type { Services } from '#contribution/server/contribution.ts';
import type { Database } from '#database/server/database.ts';
import { type KnownServer, onOtherServer } from '#database/server/served-people.ts';
import type { Route } from '#wire/route.ts';

import { isOfFolder } from './processes.ts';
import type { TerminalTables } from './tables.ts';

interface TerminalPlacesOptions extends Pick<Services, 'served'> {
  readonly database: Database<TerminalTables>;
  readonly home: string;
  /** The folders with a file or a folder for each session. */
  readonly folders: readonly string[];
}

/** Matches the id of a session at the beginning of a file name. */
const SESSION = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/u;

/**
 * Says on which of several servers a terminal is: always the one where it was opened, which has its folder, its program
 * and its files. With a single server, all terminals are here.
 */
export class TerminalPlaces {
  readonly #options: TerminalPlacesOptions;

  constructor(options: TerminalPlacesOptions) {
    this.#options = options;
  }

  /** The other servers that have terminals, by the ids in the rows. */
  async othersOf(ids: readonly (string | null)[]): Promise<ReadonlyMap<string | null, KnownServer>> {
    const { served } = this.#options;
    if (!served.hasOthers) return new Map();
    return served.serversOf([...new Set(ids)].filter((id) => id !== null && id !== served.self) as string[]);
  }

  /** The other server that has a person's terminal; null if it is here or does not exist. */
  async otherOf(person: string, session: string): Promise<KnownServer | null> {
    if (!this.#options.served.hasOthers) return null;
    const row = await this.#options.database.read
      .selectFrom('terminals')
      .select('server_id')
      .where('person_id', '=', person)
      .where('session_id', '=', session)
      .executeTakeFirst();
    const id = row?.server_id ?? null;
    return (await this.othersOf([id])).get(id) ?? null;
  }

  /** Throws an AppError if a terminal is on another server. */
  async requireHere(person: string, session: string): Promise<void> {
    const other = await this.otherOf(person, session);
    if (other) throw notHere(other);
  }

  /**
   * Claims terminals from before there were several servers, if their files or processes are here. Only for people whom
   * this server serves or can take.
   */
  async claimOlder(): Promise<void> {
    const { database, served, home, folders } = this.#options;
    if (!served.hasOthers) return;
    const rows = await database.read
      .selectFrom('terminals')
      .select(['session_id', 'person_id'])
      .where('server_id', 'is', null)
      .execute();
    if (rows.length === 0) return;
    const names = await Promise.all(folders.map((folder) => readdir(folder).catch(() => [])));
    const here = new Set(names.flat().flatMap((name) => SESSION.exec(name)?.[0] ?? []));
    const processes = await database.read.selectFrom('terminal_processes').selectAll().execute();
    for (const each of processes) if (await isOfFolder(each, home)) here.add(each.session_id);
    for (const { session_id: session, person_id: person } of rows) {
      if (!here.has(session) || (await served.claim(person)) !== null) continue;
      await database.write((trx) =>
        trx
          .updateTable('terminals')
          .set({ server_id: served.self })
          .where('session_id', '=', session)
          .where('person_id', '=', person)
          .execute(),
      );
    }
  }
}

/**
 * Makes a route of one terminal work on several servers. Requests that only read its files are forwarded to its server,
 * from any server. Requests that change something are refused.
 */
export function atItsServer(route: Route, places: TerminalPlaces): Route {
  if (!route.path.includes('/:terminal') || route.path.endsWith('/go-on')) return route;
  return {
    ...route,
    async at({ person, params }) {
      const other = await places.otherOf(person, params['terminal'] ?? '');
      // No server knows the current screen while another one serves the person.
      if (other && (route.method !== 'GET' || route.path.endsWith('/screen') || !other.isAlive)) throw notHere(other);
      return other;
    },
  };
}

export const notHere = ({ name, isAlive }: KnownServer) =>
  onOtherServer(
    name,
    isAlive ? `Choose "Go on at ${name}" first.` : 'That server does not run. Try again once it does.',
  );
