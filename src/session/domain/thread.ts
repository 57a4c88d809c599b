/** The thread of the session's own mode. */
export const TRUNK = 'trunk';

const BRANCH = 'branch-';

/** The thread that an edited message and what followed it move to. */
export const branchThread = (newId: string): string => `${BRANCH}${newId}`;

export const isBranch = (thread: string): boolean => thread.startsWith(BRANCH);
