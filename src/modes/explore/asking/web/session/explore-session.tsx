import { Layers } from 'lucide-react';
import { type ComponentType, useCallback, useMemo, useState } from 'react';

import { Button, IconButton } from '#elements/web/button.tsx';
import { Icon } from '#elements/web/icon.tsx';
import { InlineSelect } from '#elements/web/inline-select.tsx';
import { SideSheet } from '#elements/web/side-sheet.tsx';
import { count } from '#elements/web/text/figures.ts';
import { useToast } from '#elements/web/toast.tsx';
import { messageOf } from '#http-client/web/api.ts';
import { TRUNK } from '#session/domain/thread.ts';
import type { Message, MessagePart } from '#session/protocol.ts';
import { useConversation } from '#session/web/conversation/conversation-context.ts';
import { ConversationProvider } from '#session/web/conversation/conversation-provider.tsx';
import { Conversation } from '#session/web/conversation/conversation.tsx';
import { SessionHeader } from '#session/web/conversation/session-header.tsx';
import type { AlternateProviderProps } from '#session/web/inner/inner-mode.ts';
import { useSessionExtension } from '#session/web/inner/session-extension.ts';
import type { ModeScreenProps, OpenSession } from '#session/web/mode-screen.ts';
import { renameSession } from '#session/web/session-queries.ts';
import { seqBefore, type TranscriptLine } from '#session/web/transcript/rows/rows.ts';
import { useRequests } from '#session/web/use-requests.ts';

import { citationsInline, CitingProvider } from '../../../citing/web/citing-provider.tsx';
import type { CheckPart, ExploreView, TurnPart, UsagePart, Voice } from '../../../protocol.ts';
import { ContextPanel, type Shown } from '../panel/context-panel.tsx';
import { leftWords, previewWords, voiceWords } from '../panel/context-words.ts';
import { useVoices } from '../voice/use-voices.ts';
import { SessionMenu } from './session-menu.tsx';
import { usePreview } from './use-preview.ts';
import { useSourceMentions } from './use-source-mentions.ts';

/** Cannot be the id of a person: it contains a space. */
const COMPANY = 'the company';

interface ExploreSessionProps extends ModeScreenProps {
  /** Provides the parts of the mode that the person can switch to. */
  readonly Alternate: ComponentType<AlternateProviderProps>;
}

export function ExploreSession({ view, Alternate }: ExploreSessionProps) {
  return (
    <ConversationProvider view={view}>
      <CitingProvider>
        <Alternate>
          <ExploreConversation />
        </Alternate>
      </CitingProvider>
    </ConversationProvider>
  );
}

const TITLE = 'Sources in context';
const WORDS = { label: 'Your message', placeholder: 'Push back, ask, or name an angle' };
/** Minimum width at which the panel fits beside the conversation. */
const HAS_ROOM = '(min-width: 1180px)';

function ExploreConversation() {
  const { view, leave } = useConversation();
  const { state } = view;
  const { session, messages } = state;
  const explore = exploreOf(view);
  const toast = useToast();
  const extension = useSessionExtension();
  const { isInside, isAlternate: isOn = false } = extension;
  const preview = usePreview(session, explore);
  const mentions = useSourceMentions(session);
  // Null: the latest reply, or a preview before the first one.
  const [chosen, setChosen] = useState<Shown | null>(null);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const latest = explore.context?.messageId;
  const shown: Shown = chosen ?? (latest === undefined ? 'next' : { reply: latest });
  const show = useCallback(
    (next: Shown) => {
      setChosen(next);
      if (isOn || !matchMedia(HAS_ROOM).matches) setSheetOpen(true);
    },
    [isOn],
  );
  const showReply = useCallback((reply: string) => show({ reply }), [show]);
  const rename = (title: string) => {
    renameSession(session, title).catch((error: unknown) => toast({ text: messageOf(error) }));
  };
  const menu = (
    <SessionMenu
      state={state}
      answering={extension.answering ?? state.agent}
      onRename={rename}
      {...(isInside && { onLeave: leave })}
    >
      {extension.menu}
    </SessionMenu>
  );
  const header = (
    <SessionHeader title={state.title} progress={null} back={{ label: 'Leave', go: leave }}>
      {/* The buttons after this one are the same in every mode, so their positions must not change. */}
      {/* Hidden on phones, where the title needs the space: the line under the field opens the same panel. */}
      <IconButton
        label={TITLE}
        className={`max-wide:hidden ${isOn ? '' : 'min-[1180px]:hidden'}`}
        onClick={() => setSheetOpen(true)}
      >
        <Icon of={Layers} />
      </IconButton>
      {extension.header}
      <Button look="quiet" className="max-wide:hidden" onClick={leave}>
        Leave
      </Button>
      {!isInside && menu}
    </SessionHeader>
  );
  const shownParts = shown === 'next' ? [] : messages.find(({ id }) => id === shown.reply)?.parts;
  const panel = (
    <ContextPanel
      session={session}
      explore={explore}
      preview={preview}
      shown={shown}
      onShow={setChosen}
      usage={partOf<UsagePart>(shownParts, 'usage')}
      check={partOf<CheckPart>(shownParts, 'check')}
      lastAnswer={state.turn ? null : lastAnswerOf(messages)}
    />
  );
  const begins = explore.context?.begins;
  const first = messages.find(({ id }) => id === begins?.at);
  const place = first && seqBefore(first);
  const left = begins?.left ?? 0;
  const lines = useMemo(() => (place === undefined ? [] : [lineOf(place, left)]), [place, left]);
  const before = preview.answer ? previewWords(preview.answer) : '';
  const sourcesAlone = count(preview.answer?.sources.filter(({ included }) => included).length ?? 0, 'source');
  const asideOf = (message: Message) =>
    turnOf(message.parts) ? <TurnLine message={message} onShow={showReply} /> : null;
  return (
    <>
      <Conversation
        header={header}
        menu={menu}
        words={WORDS}
        mentions={mentions}
        onInput={preview.onInput}
        tool={
          !isInside && (
            <>
              {isOn && extension.tool}
              {isOn && <VoiceInLine session={session} voice={explore.voice} />}
              {before !== '' && (
                <Button
                  look="quiet"
                  title={`What would be in context if you sent this now${isOn ? `: ${before}` : ''}`}
                  className="min-h-[28px] px-2 py-0.5 text-xs font-normal text-ink-faint tabular-nums"
                  onClick={() => show('next')}
                >
                  {isOn ? sourcesAlone : before}
                </Button>
              )}
            </>
          )
        }
        asideOf={asideOf}
        lines={lines}
        mayEdit
        inlineParts={citationsInline}
        sidePanel={
          !isInside &&
          !isOn && (
            <aside
              aria-label={TITLE}
              className="hidden w-[372px] flex-none flex-col border-l border-line min-[1180px]:flex"
            >
              <h2 className="flex h-14 flex-none items-center px-6 text-sm font-semibold">{TITLE}</h2>
              {panel}
            </aside>
          )
        }
      />
      {isSheetOpen && (
        <SideSheet title={TITLE} onClose={() => setSheetOpen(false)}>
          {panel}
        </SideSheet>
      )}
    </>
  );
}

/** Separates the messages that the model still gets from those that have left its window. */
function lineOf(seq: number, left: number): TranscriptLine {
  const content = (
    <p className="flex items-center gap-3 py-3 text-xs text-ink-faint">
      <span className="flex-1 border-t border-line" />
      {leftWords(left)}
      <span className="flex-1 border-t border-line" />
    </p>
  );
  return { id: 'begins', seq, content };
}

function exploreOf({ state }: OpenSession): ExploreView {
  return state.modes['explore'] as ExploreView;
}

interface TurnLineProps {
  readonly message: Message;
  readonly onShow: (reply: string) => void;
}

/** The line under a reply: its voice, if there is a choice, and its sources, which a click shows. */
function TurnLine({ message: { id, parts }, onShow }: TurnLineProps) {
  const turn = turnOf(parts);
  const hasVoices = useVoices() !== null;
  if (!turn) return null;
  const sources = turn.sources === 0 ? 'no sources' : count(turn.sources, 'source');
  const words = hasVoices ? `${voiceWords(turn.personName)}, ${sources}` : capitalized(sources);
  return (
    <button
      type="button"
      tabIndex={-1}
      title="Show what was in context"
      className="min-h-6 text-left underline-offset-2 hover:text-ink hover:underline"
      onClick={() => onShow(id)}
    >
      {words}
    </button>
  );
}

const capitalized = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

/** The answer to the last question; null without one, or if it is a draft. */
function lastAnswerOf(messages: readonly Message[]): string | null {
  const onTrunk = messages.filter(({ thread, author }) => thread === TRUNK && author !== 'notice');
  const answers = onTrunk.slice(onTrunk.findLastIndex(({ author }) => author === 'person') + 1);
  const isDraft = answers.some(({ parts }) => parts?.some(({ type }) => type === 'draft'));
  return answers.length === 0 || isDraft ? null : answers.map(({ content }) => content).join('');
}

function turnOf(parts: readonly MessagePart[] = []): TurnPart | null {
  return partOf<TurnPart>(parts, 'turn');
}

function partOf<Part extends MessagePart>(parts: readonly MessagePart[] = [], type: Part['type']): Part | null {
  return (parts.find((part) => part.type === type) as Part | undefined) ?? null;
}

/** Shows in the composer's line whose rules the next reply follows. */
function VoiceInLine({ session, voice: { personId } }: { readonly session: string; readonly voice: Voice }) {
  const people = useVoices();
  const ask = useRequests(session);
  if (!people) return null;
  return (
    <InlineSelect
      label="Voice"
      className="min-w-20 flex-1"
      value={personId ?? COMPANY}
      onChange={({ target: { value } }) =>
        ask({ type: 'set_voice', voice: { personId: value === COMPANY ? null : value } })
      }
    >
      {people.map(({ id, name }) => (
        <option key={id} value={id}>{`${name}, with the rules for everyone`}</option>
      ))}
      <option value={COMPANY}>The rules for everyone alone</option>
    </InlineSelect>
  );
}
