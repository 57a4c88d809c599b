import type { ChatDraft } from './chat-draft.ts';

const IN_WORDS = { hooks: 'the hooks', screen: 'the screen' } as const;

/** Says that the chat goes on without a feed, and of which version of the CLI that is. */
export function feedLostDraft(feed: 'hooks' | 'screen', version: string | null, at: number): ChatDraft {
  const cli = version === null ? 'this version of Claude Code' : `Claude Code ${version}`;
  return {
    id: `terminal_lost_${feed}_${at}`,
    author: 'notice',
    content: `What ${IN_WORDS[feed]} of ${cli} say differs from its transcript. The chat goes on without them; the terminal is not affected.`,
    isOpen: false,
    about: { id: 'about', type: 'about', standing: 'live', feeds: [feed], at, notice: 'feed-lost' },
    tools: [],
  };
}
