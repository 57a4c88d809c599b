import type { Generated } from 'kysely';

/** Its own tables, and of the spine's what it shows of sessions. */
export interface ExploreTables {
  sessions: { id: string; person_id: string; mode: string; title: string };
  /** The place of a reply's context in its session's log. */
  explore_turns: { person_id: string; session_id: string; message_id: string; seq: number };
  /** Verified citations of a source in a reply. The source may be deleted. */
  explore_citations: {
    person_id: string;
    session_id: string;
    message_id: string;
    source_id: string;
    citations: number;
    at: number;
  };
  /** Sessions that need a title. `state`: waiting, done. `next_at`: when it was asked for, in milliseconds since the epoch. */
  explore_titles: {
    session_id: string;
    person_id: string;
    state: string;
    attempts: Generated<number>;
    next_at: number;
  };
}
