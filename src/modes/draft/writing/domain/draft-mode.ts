import { refuse } from '#kernel/refusal.ts';
import { activeMode } from '#session/domain/active-mode.ts';
import { lastSpoken } from '#session/domain/conversation-order.ts';
import { resumed, sessionOver } from '#session/domain/deciding/decision-context.ts';
import { addUserMessage } from '#session/domain/deciding/speaking.ts';
import type { Decision, ModeContext, ModeDomain } from '#session/domain/mode.ts';
import { TRUNK } from '#session/domain/thread.ts';
import type { SessionCommand, SessionState } from '#session/protocol.ts';

import { continuedBy } from './begun-draft.ts';
import { type DraftState, type DraftTypes, foldDraft } from './draft-fold.ts';

const DRAFT = 'draft';

type CommandOf<Type extends SessionCommand['type']> = Extract<SessionCommand, { type: Type }>;

/**
 * Drafting inside a session: the same conversation and the same sources, answered by the writer. The host decides which
 * sources are in context.
 */
export const draftMode: ModeDomain<DraftTypes> = {
  fold: foldDraft,
  prepared: 'below',
  // Versions stay when a message is edited.
  allows: ['editing', 'reports-when-complete'],
  decide(context, command) {
    switch (command.type) {
      case 'set_mode':
        return setMode(context.session, command.mode);
      case 'set_platform':
        return setPlatform(context, command);
      case 'change_paragraph':
        return changeParagraph(context, command);
      case 'continue_reply':
      case 'retry_reply':
        return goOn(context.session);
      default:
        return undefined;
    }
  },
  reported: (_, { draftId }) => ({ ok: true, events: [{ type: 'draft_changed', draftId }] }),
};

function setMode(session: SessionState, mode: 'explore' | 'draft'): Decision {
  if (session.status === 'complete') return sessionOver();
  const active = activeMode(session);
  if (active.mode === (mode === DRAFT ? DRAFT : session.mode)) return { ok: true, events: [] };
  if (active.thread !== TRUNK)
    return refuse('mode-inside', 'A conversation inside this one is open. Return from it first.');
  if (session.turn) return refuse('reply-under-way', 'A reply is under way. Stop it or wait for its end, then switch.');
  const events = resumed(session);
  if (mode === DRAFT) return { ok: true, events: [...events, { type: 'mode_entered', mode: DRAFT, thread: TRUNK }] };
  return { ok: true, events, follows: 'leave-mode' };
}

function setPlatform({ session, state }: ModeContext<DraftState>, { platform }: CommandOf<'set_platform'>): Decision {
  if (session.status === 'complete') return sessionOver();
  return { ok: true, events: state.platform === platform ? [] : [{ type: 'platform_set', platform }] };
}

function changeParagraph(
  { session }: ModeContext<DraftState>,
  { id, session: of, content, ...target }: CommandOf<'change_paragraph'>,
): Decision {
  if (activeMode(session).mode !== DRAFT)
    return refuse('not-drafting', 'Switch to Draft first: there a paragraph can be changed.');
  const { draftId, version, start, end, words } = target;
  if (words.trim() === '' || end - start !== words.length || !words.isWellFormed())
    return refuse('empty-selection', 'Select the words that are to be changed.');
  const said = addUserMessage(session, { type: 'user_message', id, session: of, content });
  if (!said.ok) return said;
  const asked = {
    type: 'paragraph_change_asked',
    messageId: id,
    target: { draftId, version, start, end, words },
  } as const;
  return { ...said, events: [asked, ...said.events] };
}

/** Only the writer continues a draft. The spine handles everything else. */
function goOn(session: SessionState): Decision | undefined {
  if (session.status === 'complete' || session.turn) return undefined;
  const { mode, thread } = activeMode(session);
  if (mode === DRAFT || thread !== TRUNK) return undefined;
  const last = lastSpoken(session.messages.filter((message) => message.thread === TRUNK));
  if (last?.status !== 'interrupted') return undefined;
  const parts = continuedBy(session.messages, last.id).flatMap((message) => message.parts ?? []);
  if (!parts.some(({ type }) => type === 'draft')) return undefined;
  return refuse('not-drafting', 'The last reply is a draft. Switch to Draft to go on with it.');
}
