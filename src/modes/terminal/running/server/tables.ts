import type { SaidTables } from '../../chat/server/record-said.ts';

/** Its own tables, and of the spine's, the account's, the library's and the database's what it shows. */
export interface TerminalTables extends SaidTables {
  sessions: { id: string; person_id: string; mode: string; title: string; last_line: string; created_at: number };
  people: { id: string; name: string; created_at: number; removing_at: number | null };
  buckets: { id: string; person_id: string; name: string; deleted_at: number | null };
  servers: { id: string; name: string };
  meta: { key: string; value: string };
  sign_ins: { id_hash: string; person_id: string; device: string | null };
  /** The facts that lists show of each terminal. `program`, `exit` and `usage` are JSON. */
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
    /** Of several servers the one that it is on. */
    server_id: string | null;
  };
  /** The process that leads each running terminal, and when it started, so that no other one is taken for it. */
  terminal_processes: { session_id: string; person_id: string; run: number; pid: number; started: string };
  /** A row for each person of whom somebody decided whether they may open terminals. */
  terminal_permissions: { person_id: string; is_allowed: number };
  /** Runs that are not offered to be kept any more. */
  dismissed_terminals: { session_id: string; person_id: string; run: number };
}
