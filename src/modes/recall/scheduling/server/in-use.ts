import { sql } from 'kysely';

/**
 * The one rule for which points can be asked for and count as due or new, for queries of `recall_points`: neither
 * deleted nor suspended.
 */
export const isInUse = sql<boolean>`(recall_points.deleted_at is null and recall_points.suspended_at is null)`;
