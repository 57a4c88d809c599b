import type { Message } from '#session/protocol.ts';

import { aboutOf } from '../shown/shown-messages.ts';

/** The person's prompt: not a command, not dropped, and not on a branch that was left. */
export function isQuestion(message: Message): boolean {
  const about = aboutOf(message);
  return (
    message.author === 'person' &&
    message.content !== '' &&
    about?.said === 'prompt' &&
    about.queue !== 'dropped' &&
    about.isAbandoned !== true
  );
}

/** Words of Claude Code that are complete and not on a branch that was left. */
export function isAnswer(message: Message): boolean {
  const isSaid = message.author === 'assistant' && message.status === 'complete' && message.content !== '';
  return isSaid && aboutOf(message)?.isAbandoned !== true;
}

/** The person's prompts, each with the last that was said before the next one. What was said between is left out. */
export function questionsAndAnswers(messages: readonly Message[]): readonly Message[] {
  const kept: Message[] = [];
  for (const message of messages) {
    if (isQuestion(message)) kept.push(message);
    else if (isAnswer(message)) {
      if (kept.at(-1)?.author === 'assistant') kept.pop();
      kept.push(message);
    }
  }
  return kept.map((message) => ({ ...message, parts: [] }));
}
