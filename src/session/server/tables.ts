import type { Generated } from 'kysely';

/** The spine's tables. Every row carries its person's id and every query names it. */
export interface SessionTables {
  sessions: {
    id: string;
    person_id: string;
    mode: string;
    title: string;
    /** `open`, `paused` or `complete`. */
    status: string;
    /** The seq of the last event. */
    head: number;
    last_line: string;
    /** 1 when something in it waits for the person to act. */
    needs_you: number;
    /** 1 while a turn is under way. A start after a crash loads these sessions. */
    under_way: number;
    created_at: number;
    updated_at: number;
  };
  /**
   * Key: session_id, seq. `body` is the event without session, seq and at, as JSON. `thread`: the thread of the message
   * that the event adds or changes (see `threadOf`); updated when messages move to a branch.
   */
  events: {
    session_id: string;
    seq: number;
    person_id: string;
    at: number;
    type: string;
    thread: Generated<string | null>;
    /** The id of a message of the person, which is the id of the up message that sent it. */
    said_id: Generated<string | null>;
    body: string;
  };
  /** The state after event `seq`, as JSON, computed by `fold` of version `fold_version`. Key: session_id. */
  snapshots: { session_id: string; person_id: string; seq: number; fold_version: number; state: string };
  /**
   * The answer to each up message and to each report of a mode, for a resend. Key: person_id, id, which for a report is
   * `session/mode/id`. `answer` is the down message as JSON.
   */
  commands: { person_id: string; id: string; session_id: string; answer: string; at: number };
  /**
   * The text of a reply under way and its parts as JSON, at most a second or 2,000 characters old. Key: session_id,
   * message_id.
   */
  partial_replies: {
    session_id: string;
    message_id: string;
    person_id: string;
    text: string;
    parts: Generated<string>;
    updated_at: number;
  };
}
