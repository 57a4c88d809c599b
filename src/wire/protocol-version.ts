/**
 * Raised with every change that an older page could not live with; a page of another version reloads itself.
 *
 * 1  the spine and recall
 * 2  rabbit holes
 */
export const PROTOCOL_VERSION = 2;
