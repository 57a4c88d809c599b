/** The thread of the session's own mode. */
export const TRUNK = 'trunk';
