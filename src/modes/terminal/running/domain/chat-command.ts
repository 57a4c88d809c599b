import type { SessionCommand } from '#wire/up.ts';

export type ChatCommand = Extract<SessionCommand, { type: 'chat_input' | 'interrupt' | 'answer_permission' }>;

/** Whether a command is one of the chat: it acts on the program, and what comes of it is told by the program. */
export function isChatCommand(command: { readonly type: string }): command is ChatCommand {
  return ['chat_input', 'interrupt', 'answer_permission'].includes(command.type);
}
