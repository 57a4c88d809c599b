import type { ChatDraft } from './chat-draft.ts';

const IN_WORDS = { hooks: 'The events', screen: 'The words on the screen' } as const;

/** Says that the chat goes on without a feed, and of which version of the CLI that is. */
export function feedLostDraft(feed: 'hooks' | 'screen', version: string | null, at: number): ChatDraft {
  const cli = version === null ? 'this version of Claude Code' : `Claude Code ${version}`;
  return {
    id: `terminal_lost_${feed}_${at}`,
    author: 'notice',
    content: `${IN_WORDS[feed]} of ${cli} differed from its transcript three times, so the chat goes on without them. The terminal is not affected.`,
    isOpen: false,
    about: { id: 'about', type: 'about', standing: 'live', feeds: [feed], at, notice: 'feed-lost' },
    tools: [],
  };
}
