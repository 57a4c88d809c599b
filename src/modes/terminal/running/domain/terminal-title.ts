import { cleanText, isBlank, withoutDirectionMarks } from '#kernel/clean-text.ts';

const MAX_TITLE = 200;

/** The title of a terminal without a name: the last part of its folder. */
export function folderTitle(folder: string): string {
  return (
    withoutDirectionMarks(folder)
      .split('/')
      .findLast((part) => part !== '') ?? '/'
  );
}

/**
 * Claude Code's window title begins with a sign of whether it works. Until it has a title, it shows its own name there.
 */
const MARKED = /^[\u2800-\u28FF◐◑◒◓✳]\s+(\S.*)$/u;
const ITS_OWN = /^Claude Code\b/u;

/** Claude Code's title for the conversation, from its window title; null if there is none. */
export function conversationTitle(window: string): string | null {
  const [, words = ''] = MARKED.exec(withoutDirectionMarks(cleanText(window))) ?? [];
  const title = words.trim().slice(0, MAX_TITLE).toWellFormed();
  return isBlank(title) || ITS_OWN.test(title) ? null : title;
}
