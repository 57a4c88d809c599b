/**
 * Raised with every change that an older page cannot handle; a page of another version reloads itself.
 *
 * 1  the spine and recall
 * 2  rabbit holes
 * 3  parts of replies, messages of modes, sessions without an opening message
 * 4  self-checks, sessions over several sets
 * 5  the library
 * 6  explore
 * 7  terminals
 * 8  chats of terminals
 * 9  drafts
 * 10  the heads of logs in the answer to a ping
 * 11  sessions that are ending
 * 12  compare cards, turns that end without a reply
 * 13  terminals that are suspended
 * 14  the person in the first message
 * 15  tangents that are cut out afterwards, parts of messages of the person
 */
export const PROTOCOL_VERSION = 15;
