import { Button } from '#elements/web/button.tsx';
import { Aside, OwnMessage } from '#session/web/transcript/rows/message-row.tsx';

import { type ChatInput, isCommand } from '../../domain/shown/chat-input.ts';

interface WaitingInputProps {
  readonly input: ChatInput;
  readonly isConnected: boolean;
  readonly onAgain: (withDraft?: string) => void;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
  readonly onTerminal: () => void;
  readonly onEscape: () => void;
}

/** A message that Claude Code has not confirmed yet, with actions for it. Its text is never lost. */
export function WaitingInput({
  input,
  isConnected,
  onAgain,
  onEdit,
  onRemove,
  onTerminal,
  onEscape,
}: WaitingInputProps) {
  const { state, content, words } = input;
  const isQuiet = state === 'sending' || state === 'sent';
  const sending = isConnected ? 'Sending' : 'Waiting for the connection';
  // A command that the terminal took may have opened a panel there; sending it again would run it twice.
  const isTaken = state === 'unconfirmed' && isCommand(content) && words === '';
  return (
    <div data-input={state} className="group relative mx-auto flex w-full max-w-[720px] flex-col px-4 pb-6 wide:px-6">
      <OwnMessage
        content={content}
        aside={
          isQuiet && (
            <Aside className="appear-late mr-4 wide:mr-6">
              {state === 'sending' ? sending : 'Typed in the terminal'}
            </Aside>
          )
        }
      />
      {state === 'draft' && (
        <section
          aria-label="A draft in the terminal"
          className="mt-2 rounded-medium border border-warn bg-warn-soft p-3 text-sm"
        >
          <p role="alert">Not sent: this text is in the terminal’s input box already.</p>
          <p
            dir="auto"
            className="my-2 max-h-[30dvh] overflow-auto rounded-small bg-surface px-2.5 py-2 font-mono text-xs whitespace-pre-wrap [overflow-wrap:anywhere]"
          >
            {words}
          </p>
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => onAgain(words)}>Send both</Button>
            <Button look="quiet" onClick={onEdit}>
              Cancel
            </Button>
          </div>
        </section>
      )}
      {(state === 'unconfirmed' || state === 'refused') && (
        <div className="mt-1 flex flex-wrap items-center justify-end gap-2 text-sm">
          <span role="alert" className={state === 'refused' ? 'text-bad' : 'text-ink-soft'}>
            {isTaken
              ? 'Typed. What it opens stands in the terminal; Escape closes it.'
              : words || 'Claude Code did not confirm this.'}
          </span>
          <span className="flex flex-wrap justify-end gap-2">
            {!isTaken && <Button onClick={() => onAgain()}>{state === 'refused' ? 'Send' : 'Send again'}</Button>}
            <Button look={isTaken ? 'outlined' : 'quiet'} onClick={onTerminal}>
              {isTaken ? 'Open in the terminal' : 'Show the terminal'}
            </Button>
            {isTaken && (
              <Button
                onClick={() => {
                  onEscape();
                  onRemove();
                }}
              >
                Escape
              </Button>
            )}
            <Button look="quiet" onClick={isTaken ? onRemove : onEdit}>
              {isTaken ? 'Remove' : 'Edit'}
            </Button>
          </span>
        </div>
      )}
    </div>
  );
}
