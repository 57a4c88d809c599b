/** `MAX_DRAFT_CHARACTERS` of the protocol. */
export const MAX_DRAFT_CHARACTERS = 200_000;
