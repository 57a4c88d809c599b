/** The thread of what is said in no rabbit hole. */
export const TRUNK = 'trunk';
