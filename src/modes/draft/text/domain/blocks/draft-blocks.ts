import { type DraftBlock, DraftReader } from './draft-reader.ts';

/** The drafts of a reply. While more may come, without what may be the beginning of a tag. */
export function extractDraft(content: string, options: { readonly isOver: boolean }): readonly DraftBlock[] {
  return new DraftReader().read(content, options).drafts;
}

/** The text of a reply in the chat, without its drafts. */
export function stripDraftTags(content: string, options: { readonly isOver: boolean }): string {
  return new DraftReader().read(content, options).chat;
}
