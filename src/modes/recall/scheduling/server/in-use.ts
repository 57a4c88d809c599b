import { sql } from 'kysely';

/**
 * The one rule for which points are asked for and counted as due or new, in a query of `recall_points`: those that are
 * neither deleted nor suspended.
 */
export const isInUse = sql<boolean>`(recall_points.deleted_at is null and recall_points.suspended_at is null)`;
