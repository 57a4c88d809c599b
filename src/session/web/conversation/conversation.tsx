import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';

import { type PageAction, type PageKey, usePageActions, usePageKeys } from '#elements/web/page/page-actions.ts';

import { turnToStop } from '../../domain/active-mode.ts';
import { BranchesProvider } from '../branches/branches-provider.tsx';
import type { ComposerAction } from '../composer/composer-action.ts';
import type { ComposerWords } from '../composer/composer-words.ts';
import { Composer } from '../composer/composer.tsx';
import { draftKey, readMessageDraft } from '../composer/draft.ts';
import type { Mentions } from '../composer/mentions.ts';
import { useSessionExtension } from '../inner/session-extension.ts';
import { useLiveClient } from '../live-client-context.ts';
import { mergedLines, type TranscriptLine } from '../transcript/rows/rows.ts';
import { Transcript, type TranscriptProps } from '../transcript/transcript.tsx';
import type { KeptPlace } from '../transcript/use-kept-place.ts';
import { useConnectionStatus } from '../use-session.ts';
import { useConversation } from './conversation-context.ts';
import { useFocusOfThread } from './use-focus-of-thread.ts';
import { usePlaceInAddress } from './use-place-in-address.ts';
import { useStrayTyping } from './use-stray-typing.ts';

interface ConversationProps extends Pick<TranscriptProps, 'asideOf' | 'besideOf' | 'marks' | 'inlineParts'> {
  /** The mode's own lines between the messages of the trunk, sorted by seq. */
  readonly lines?: readonly TranscriptLine[];
  /** Stays mounted, and is hidden, while an inner mode is open. */
  readonly header: ReactNode;
  /** The menu of the session, for the header of an inner mode: the mode's own header places it itself. */
  readonly menu?: ReactNode;
  readonly words: ComposerWords;
  /** Buttons of the composer. The palette offers them too. */
  readonly actions?: readonly ComposerAction[];
  /** Items that `@` offers on the trunk. */
  readonly mentions?: Mentions;
  /** Beside Send. */
  readonly tool?: ReactNode;
  /** Above the text field. */
  readonly status?: ReactNode;
  /** Below the last message. `mayTakeFocus` is false after the person has begun to write. */
  readonly end?: (mayTakeFocus: boolean) => ReactNode;
  /** The name of the agent that answers on the trunk. */
  readonly answering?: string | undefined;
  /** Beside the conversation, under its header. */
  readonly sidePanel?: ReactNode;
  /** Runs on Enter in the empty field; absent where Enter does nothing. */
  readonly onEmptyEnter?: (() => void) | undefined;
  /** Called when the person writes, sends or stops a reply. Pass the same function in every render. */
  readonly onInput?: () => void;
  /** The person can edit a message and send it again: the mode allows `editing`. */
  readonly mayEdit?: boolean;
}

const NO_ACTIONS: readonly ComposerAction[] = [];
const NO_LINES: readonly TranscriptLine[] = [];
const KEYS: readonly PageKey[] = [
  { keys: 'Enter', does: 'send' },
  { keys: 'Shift-Enter', does: 'begin a new line' },
  { keys: 'Shift-Tab, then Up Down', does: 'from message to message' },
  { keys: 'Right Left', does: 'the buttons of a message' },
];
const NO_KEYS: readonly PageKey[] = [];
const MENTION_KEYS: readonly PageKey[] = [{ keys: '@', does: 'mention something' }];
const EDIT_KEYS: readonly PageKey[] = [{ keys: 'Escape', does: 'stop editing a message' }];
const ENDING_WORDS = {
  session: 'Finishing: your last words are still being read.',
  mode: 'Going back: your last words are still being read.',
};

/** The page of an unfinished session: its transcript and its composer, with slots for the mode's additions. */
export function Conversation({
  header,
  menu,
  words,
  mentions,
  actions = NO_ACTIONS,
  tool,
  status,
  end,
  answering,
  asideOf,
  besideOf,
  marks,
  inlineParts,
  sidePanel,
  lines = NO_LINES,
  onEmptyEnter,
  onInput,
  mayEdit = false,
}: ConversationProps) {
  const { view, isAsking, ask, loadOlder, leave, composer, continueWriting, goTo, goToPlace } = useConversation();
  const { state } = view;
  const { session } = state;
  const client = useLiveClient();
  const extension = useSessionExtension();
  const { isInside, thread, wasMoved, pane, say, renderPart, aboutOf } = extension;
  const isConnected = useConnectionStatus() === 'live';
  const [place, setPlace] = useState<KeptPlace | null>(null);
  const screen = useRef<HTMLDivElement>(null);

  usePlaceInAddress(view, { loadOlder, goToPlace });
  const { linesOn } = extension;
  const allLines = useMemo(
    () => (isInside ? linesOn(thread) : mergedLines(lines, linesOn(thread))),
    [isInside, lines, linesOn, thread],
  );
  const draft = draftKey(session, thread);
  const mayTakeFocus = readMessageDraft(draft) === '';
  useFocusOfThread(thread, { screen, continueWriting, isInside, isTaken: isAsking && mayTakeFocus, wasMoved });
  usePageKeys(KEYS);
  usePageKeys(mentions && !isInside ? MENTION_KEYS : NO_KEYS);
  usePageKeys(mayEdit ? EDIT_KEYS : NO_KEYS);
  useStrayTyping(composer);
  const retry = useCallback(() => ask({ type: 'retry_reply' }), [ask]);
  const continueReply = useCallback(() => ask({ type: 'continue_reply' }), [ask]);
  const editAgain = useCallback(
    (messageId: string, isRequest: boolean) => {
      const text = client.discard(session, messageId);
      if (!isRequest) composer.current?.restore(text);
    },
    [client, session, composer],
  );
  usePageActions(
    useMemo<readonly PageAction[]>(
      // Enter alone runs the first action, so it must be harmless.
      () => [
        { label: 'Continue writing', run: () => composer.current?.focus() },
        ...actions,
        { label: 'Leave this session', run: leave },
      ],
      [actions, leave, composer],
    ),
  );

  return (
    <div ref={screen} className="flex min-h-0 flex-1 flex-col">
      {extension.banner?.(menu)}
      <div hidden={isInside}>{header}</div>
      <div className="flex min-h-0 flex-1">
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          <div className="relative flex min-h-0 flex-1">
            <div
              // It keeps its layout, and so the position in the transcript.
              className={`flex min-h-0 min-w-0 flex-1 flex-col ${pane?.isInFront ? 'max-[999px]:invisible' : ''}`}
            >
              <BranchesProvider
                renderPart={renderPart}
                inlineParts={inlineParts}
                view={view}
                loadOlder={loadOlder}
                ask={mayEdit ? ask : undefined}
                onResent={continueWriting}
              >
                <Transcript
                  key={`transcript ${thread}`}
                  view={extension.view}
                  isConnected={isConnected}
                  onRetry={retry}
                  onContinue={continueReply}
                  onButtonGone={continueWriting}
                  onEditAgain={editAgain}
                  onLoadOlder={loadOlder}
                  lines={allLines}
                  answering={isInside ? undefined : answering}
                  {...(aboutOf && { aboutOf })}
                  {...(asideOf && { asideOf })}
                  {...(besideOf && { besideOf })}
                  {...(marks && { marks })}
                  // An inner mode has parts of its own.
                  renderPart={isInside ? undefined : renderPart}
                  inlineParts={isInside ? undefined : inlineParts}
                  {...(!isInside && { place, goTo, onGone: setPlace })}
                  end={
                    <>
                      {state.ending && (
                        <output className="appear-late mt-4 block text-sm text-ink-soft">
                          {ENDING_WORDS[state.ending.ends]}
                        </output>
                      )}
                      {extension.end}
                      {end?.(mayTakeFocus)}
                    </>
                  }
                />
              </BranchesProvider>
              <Composer
                key={`composer ${thread}`}
                ref={composer}
                draft={draft}
                {...(extension.words ?? words)}
                actions={actions}
                isAnswering={turnToStop(state) !== null}
                sendLook={isAsking || Boolean(extension.end) ? 'outlined' : 'primary'}
                tool={tool}
                status={status ?? (isInside ? null : extension.status)}
                onSay={(content) => {
                  onInput?.();
                  if (say && !isInside) say(content);
                  else client.say(session, content);
                }}
                onStop={() => {
                  onInput?.();
                  ask({ type: 'stop_reply' });
                }}
                {...(onEmptyEnter && !isInside && { onEmptyEnter })}
                {...(onInput && { onWrite: onInput })}
                {...(mentions && !isInside && { mentions })}
              />
            </div>
            {pane && (
              <div
                className={`min-h-0 min-w-0 flex-[1.25] flex-col border-line max-[999px]:absolute max-[999px]:inset-0 min-[1000px]:flex min-[1000px]:border-l ${pane.isInFront ? 'flex' : 'hidden'}`}
              >
                {pane.content}
              </div>
            )}
          </div>
          {extension.beside}
        </div>
        {sidePanel}
      </div>
    </div>
  );
}
