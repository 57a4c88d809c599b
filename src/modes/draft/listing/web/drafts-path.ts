/** The page of all drafts. */
export const DRAFTS_PATH = '/drafts';
