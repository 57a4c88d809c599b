import type { Generated } from 'kysely';

/** The tables of this feature, and the spine's tables that it reads to show sessions. */
export interface ExploreTables {
  sessions: { id: string; person_id: string; mode: string; title: string };
  /** The seq of the event that holds a reply's context. */
  explore_turns: { person_id: string; session_id: string; message_id: string; seq: number };
  /** Verified citations of a source in a reply. The source can be deleted since. */
  explore_citations: {
    person_id: string;
    session_id: string;
    message_id: string;
    source_id: string;
    citations: number;
    at: number;
  };
  /**
   * Sessions that need a title. `state`: waiting, done. `next_at`: time of the request, in milliseconds since the
   * epoch.
   */
  explore_titles: {
    session_id: string;
    person_id: string;
    state: string;
    attempts: Generated<number>;
    next_at: number;
  };
}
