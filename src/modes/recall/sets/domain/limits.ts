/** Maximum lengths of a point, for code that runs on the page too. The wire checks the same. */
export const MAX_POINT_CHARACTERS = 2_000;
export const MAX_CONTEXT_CHARACTERS = 500;
