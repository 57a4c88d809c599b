import type { NoticeKind } from '../../protocol.ts';

/** What stands on a divider between messages. */
export const NOTICE_DIVIDERS: Readonly<Partial<Record<NoticeKind, string>>> = {
  compacted: 'Claude Code made its history shorter here. What stands above is kept.',
  cleared: 'The conversation was cleared here. Claude Code knows nothing of what stands above.',
  resumed: 'Resumed',
};
/** What stands over the text of news between messages. */
export const NOTICE_HEADINGS: Readonly<Partial<Record<NoticeKind, string>>> = {
  interrupted: 'You interrupted Claude Code',
  'api-error': 'The provider answered with an error',
  retrying: 'Claude Code tries again',
  'task-done': 'A background task has ended',
  'feed-lost': 'The chat goes on with less',
};
