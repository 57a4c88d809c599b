import type { SaidTables } from '../../chat/server/record-said.ts';

/** The tables of terminals, and those of other slices that they read. */
export interface TerminalTables extends SaidTables {
  sessions: { id: string; person_id: string; mode: string; title: string; last_line: string; created_at: number };
  people: { id: string; name: string; created_at: number; removing_at: number | null };
  buckets: { id: string; person_id: string; name: string; deleted_at: number | null };
  servers: { id: string; name: string };
  meta: { key: string; value: string };
  sign_ins: { id_hash: string; person_id: string; device: string | null };
  /** The fields that lists show of each terminal. `program`, `exit` and `usage` are JSON. */
  terminals: {
    session_id: string;
    person_id: string;
    folder: string;
    program: string;
    bills_key: number;
    run: number;
    status: string;
    detail: string | null;
    since: number;
    exit: string | null;
    claude_session: string | null;
    usage: string | null;
    /** The server that the terminal is on, where there are several. */
    server_id: string | null;
  };
  /** The process that leads each running terminal. `started` tells it from a later process with the same pid. */
  terminal_processes: { session_id: string; person_id: string; run: number; pid: number; started: string };
  /** One row for each person about whom somebody decided whether they can open terminals. */
  terminal_permissions: { person_id: string; is_allowed: number };
  /** Runs that are no longer offered to be kept. */
  dismissed_terminals: { session_id: string; person_id: string; run: number };
}
