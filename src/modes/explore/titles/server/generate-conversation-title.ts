import type { RoleModel } from '#language-model/server/role-models.ts';
import { keyPhrase } from '#text/domain/key-phrase.ts';

import { type Begun, buildTitlePrompt, readTitle } from '../domain/title-prompt.ts';

const TIMEOUT_MS = 20_000;
const MIN_WORDS = 3;
const MAX_WORDS = 6;

/**
 * A title of 3 to 6 words for a conversation: by the titler's model or, without one, by key phrase. Null if the message has
 * no words. Rejects if the model fails or answers without a title.
 */
export async function generateConversationTitle(
  model: RoleModel | null,
  begun: Begun & { readonly session: string },
): Promise<string | null> {
  if (!model) return embeddedTitle(begun);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  let answer = '';
  for await (const chunk of model.stream(buildTitlePrompt(begun), { session: begun.session, signal }))
    if (chunk.type === 'text') answer += chunk.text;
  signal.throwIfAborted();
  const title = readTitle(answer);
  if (title === null) throw new Error('The titler answered without a title.');
  return title;
}

/** The key phrase of the message, or its first words where that is too short for a title. */
function embeddedTitle({ message }: Begun): string | null {
  const phrase = keyPhrase([{ text: message, context: '' }]) ?? '';
  const first = message.trim().split(/\s+/u).slice(0, MAX_WORDS).join(' ');
  const title = phrase.split(/\s+/u).length >= MIN_WORDS ? phrase : first;
  return readTitle(title.charAt(0).toLocaleUpperCase('en') + title.slice(1));
}
