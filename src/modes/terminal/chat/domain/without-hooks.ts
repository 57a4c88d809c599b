import type { ChatDraft } from './chat-draft.ts';

/** The first version whose hooks can be sent to an address. See the changelog of Claude Code. */
const FIRST_WITH_HOOKS = [2, 1, 63] as const;

/** Says what the chat lacks with a CLI that sends it no hooks; null for a newer one. */
export function withoutHooksDraft(version: string | null, at: number): ChatDraft | null {
  if (version === null || isNewEnough(version)) return null;
  return {
    id: 'terminal_lost_old_cli',
    author: 'notice',
    content: `Claude Code ${version} is older than ${FIRST_WITH_HOOKS.join('.')}. The chat is read from its screen and its transcript, and permissions and questions are answered in the terminal.`,
    isOpen: false,
    about: { id: 'about', type: 'about', standing: 'live', feeds: ['transcript'], at, notice: 'feed-lost' },
    tools: [],
  };
}

function isNewEnough(version: string): boolean {
  const parts = version.split('.').map((part) => Number.parseInt(part, 10));
  for (const [index, first] of FIRST_WITH_HOOKS.entries()) {
    const part = parts[index] ?? 0;
    if (Number.isNaN(part) || part > first) return true;
    if (part < first) return false;
  }
  return true;
}
