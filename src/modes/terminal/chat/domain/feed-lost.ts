import type { ChatDraft } from './chat-draft.ts';

/** Says that the chat goes on without a feed, and of which version of the CLI that is. */
export function feedLostDraft(feed: 'hooks' | 'screen', version: string | null, at: number): ChatDraft {
  const cli = version === null ? 'this version of Claude Code' : `Claude Code ${version}`;
  return {
    id: `terminal_lost_${feed}_${at}`,
    author: 'notice',
    content: `Three times the ${feed} of ${cli} did not agree with its transcript. The chat goes on without the ${feed}; the terminal is not affected.`,
    isOpen: false,
    about: { id: 'about', type: 'about', standing: 'live', feeds: [feed], at, notice: 'feed-lost' },
    tools: [],
  };
}
