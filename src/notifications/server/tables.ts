interface NotificationTables {
  /** A browser that gets notifications. It goes with its sign-in. */
  push_devices: {
    id: string;
    person_id: string;
    sign_in_hash: string;
    /** Where its push service takes messages for it. No two devices have the same. */
    endpoint: string;
    /** The server's key that its browser knows, and accepts messages of. */
    public_key: string;
    /** The keys that messages are encrypted for, as base64url. */
    p256dh: string;
    auth: string;
    created_at: number;
    /** Whether its notices quote the session, 0 or 1; null for a device that follows the choice of its person. */
    with_words: number | null;
  };
  /** One row per person who has chosen something. */
  notification_choices: {
    person_id: string;
    /** NotificationChoices as JSON. */
    choices: string;
    /** The latest calendar day on which due points were told of, `YYYY-MM-DD`. */
    due_told_on: string | null;
    updated_at: number;
  };
}

interface NeighbourTables {
  /** Facts about the whole database. */
  meta: { key: string; value: string };
  people: { id: string; removing_at: number | null };
  sign_ins: {
    id_hash: string;
    person_id: string;
    expires_at: number;
    device: string | null;
    last_seen_at: number | null;
  };
}

export type UsedTables = NotificationTables & NeighbourTables;
