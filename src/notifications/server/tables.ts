interface NotificationTables {
  /** A browser that gets notifications. Deleted with its sign-in. */
  push_devices: {
    id: string;
    person_id: string;
    sign_in_hash: string;
    /** The URL at which its push service accepts messages for it. Unique among devices. */
    endpoint: string;
    /** The server's public key in the browser's subscription, which only accepts messages signed with that key. */
    public_key: string;
    /** The keys for encrypting messages, as base64url. */
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
    /** The latest calendar day with a reminder of due points, `YYYY-MM-DD`. */
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
