import type { Generated } from 'kysely';

export interface RabbitholeTables {
  /** One row per tangent, over all its visits. Times are in milliseconds. */
  rabbithole_events: {
    /** Also the thread of its messages. */
    id: string;
    person_id: string;
    session_id: string;
    /** The recall set or other subject that holes of several sessions share. */
    subject_id: string;
    topic: string;
    /** `depth` is 1 to 3 and `confidence` 0 to 1; null if opened by hand or cut. */
    depth: number | null;
    confidence: number | null;
    /** JSON array. */
    related_recall_point_ids: Generated<string>;
    /** detected, selected or cut. */
    origin: string;
    trigger_message_id: string;
    /** The index of the next message on the trunk, from 0; null before the first return. */
    return_message_index: number | null;
    /** detected, declined, entered or returned. */
    status: string;
    /**
     * JSON array of {role: user or assistant, content}, including the synthetic first turn unless the hole was cut;
     * null before the first return.
     */
    conversation: string | null;
    /** Over all visits. */
    points_recalled: Generated<number>;
    visits: Generated<number>;
    /** From entry to return without pauses, over all visits. */
    spent_ms: Generated<number>;
    /** Null if opened by hand. */
    detected_at: number | null;
    declined_at: number | null;
    /** The first entry. */
    entered_at: number | null;
    /** The last return. */
    returned_at: number | null;
  };
}
