import { cleanText, isBlank, withoutDirectionMarks } from '#kernel/clean-text.ts';

const MAX_TITLE = 200;

/** The name of a terminal that was given none: the last part of its folder. */
export function folderTitle(folder: string): string {
  return (
    withoutDirectionMarks(folder)
      .split('/')
      .findLast((part) => part !== '') ?? '/'
  );
}

/** Claude Code begins the title of its window with a sign of whether it works, and names itself before there is more. */
const MARKED = /^[\u2800-\u28FF◐◑◒◓✳]\s+(\S.*)$/u;
const ITS_OWN = /^Claude Code\b/u;

/** What Claude Code calls the conversation, by the title of its window; null where it does not say. */
export function conversationTitle(window: string): string | null {
  const [, words = ''] = MARKED.exec(withoutDirectionMarks(cleanText(window))) ?? [];
  const title = words.trim().slice(0, MAX_TITLE).toWellFormed();
  return isBlank(title) || ITS_OWN.test(title) ? null : title;
}
