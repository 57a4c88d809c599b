import type { Generated } from 'kysely';

export interface AccountTables {
  /**
   * `token_hash`: SHA-256 of the token, hex. `name` is unique. `removing_at`: the start of the person's removal, after
   * which they have no access.
   */
  people: { id: string; name: string; token_hash: string; created_at: number; removing_at: number | null };
  /**
   * A signed-in browser. `id_hash`: SHA-256 of the cookie's value, hex. `device`: in words, null if the browser did not
   * say. `last_seen_at`: null for rows older than the column.
   */
  sign_ins: {
    id_hash: string;
    person_id: string;
    created_at: number;
    expires_at: number;
    device: string | null;
    last_seen_at: number | null;
  };
  /**
   * Access tokens of programs. `token_hash`: SHA-256 of the token, hex. `last_used_at`: at most ten minutes late.
   * `scopes`: `capture`, or some of `read keep recall`. `client`: the program that was last seen with it.
   */
  capture_tokens: {
    id: string;
    person_id: string;
    name: string;
    token_hash: string;
    created_at: number;
    last_used_at: number | null;
    scopes: string;
    bucket_id: string | null;
    session_id: string | null;
    client: string | null;
  };
  /** One row per person. */
  preferences: {
    person_id: string;
    time_zone: string;
    /** The day start in minutes after midnight, 0 to 720. */
    day_starts_at: number;
    desired_retention: number;
    /** Messages, 0 to 20. */
    rabbithole_cooldown: Generated<number>;
    /** 1 if a model that evaluates answers may leave the decision to the person. */
    self_checks_with_model: Generated<number>;
    /** Null without an aim; `weekly_aim_of` is `days` or `points`. */
    weekly_aim: Generated<number | null>;
    weekly_aim_of: Generated<string | null>;
  };
}

export interface VoiceTables extends Pick<AccountTables, 'people'> {
  /**
   * `voice`: `personal`, `company`, or `platform:` and its name. Rules for everyone belong to the first person.
   * `rules`: a list of strings as JSON.
   */
  voice_rules: { person_id: string; voice: string; rules: string; updated_at: number };
}
