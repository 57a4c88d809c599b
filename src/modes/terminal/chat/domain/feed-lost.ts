import type { EventBody } from '#session/domain/event.ts';
import { TRUNK } from '#session/domain/thread.ts';

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

/** Says that the chat goes on without hooks and screen, since reading it failed again and again. */
export function transcriptAloneDraft(at: number): ChatDraft {
  return {
    id: `terminal_lost_both_${at}`,
    author: 'notice',
    content:
      'Reading this chat failed several times. It goes on from the transcript alone, so what is said appears later; the terminal is not affected.',
    isOpen: false,
    about: { id: 'about', type: 'about', standing: 'live', feeds: ['hooks', 'screen'], at, notice: 'feed-lost' },
    tools: [],
  };
}

/** Says that a chat is not read any more. `place`: unique among those of a session. */
export function givenUpEvent(place: number): EventBody {
  return {
    type: 'chat_message',
    message: {
      id: `terminal_given-up_${place}`,
      thread: TRUNK,
      author: 'notice',
      content:
        'This chat could not be read. What is said from now on stands in the terminal, until it is started again.',
      status: 'complete',
    },
  };
}
