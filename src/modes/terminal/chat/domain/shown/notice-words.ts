import type { NoticeKind } from '../../protocol.ts';

/** The words of a divider between messages. */
export const NOTICE_DIVIDERS: Readonly<Partial<Record<NoticeKind, string>>> = {
  compacted: 'Claude Code summarised its history here. You can still read what is above.',
  cleared: 'The conversation was cleared here. Claude Code no longer knows what is above.',
  resumed: 'The session was resumed here.',
};
/** The heading over the text of news between messages. */
export const NOTICE_HEADINGS: Readonly<Partial<Record<NoticeKind, string>>> = {
  interrupted: 'You interrupted Claude Code',
  'api-error': 'The provider answered with an error',
  retrying: 'The provider did not answer. Claude Code tries again.',
  'task-done': 'A background task has ended',
  'self-prompted': 'Claude Code went on by itself',
  blocked: 'A hook of yours did not let this message through',
  'feed-lost': 'The chat reads less from here on',
};
