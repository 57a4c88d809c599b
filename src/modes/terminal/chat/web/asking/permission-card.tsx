import { useContext, useEffect, useId, useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import type { Ask } from '#session/web/use-requests.ts';

import type { OpenPermission, OtherServer } from '../../../protocol.ts';
import { isAboutFile, promptTitle, resolvedInWords } from '../../domain/shown/prompt-titles.ts';
import { inFolder, toolName, toolSubject } from '../../domain/shown/tool-title.ts';
import { ChatContext } from '../chat-context.ts';
import { ToolInput } from '../tools/tool-input.tsx';
import { BUTTONS, QuestionForm } from './question-form.tsx';

/**
 * Delay before the hint: a question that the chat can answer appears a moment after the status, and vanishes a moment
 * before it.
 */
const SHOWN_AFTER_MS = 1_500;

interface PermissionCardProps {
  readonly permission: OpenPermission;
  readonly ask: Ask;
  /** The card disappears, and with it the focus. */
  readonly onAnswered: () => void;
}

/** A waiting prompt, to be answered here or in the terminal, whichever comes first. Nothing answers it by default. */
export function PermissionCard({ permission, ask, onAnswered }: PermissionCardProps) {
  const { permissionId, toolName: name, toolInput, suggestions, agentId } = permission;
  const chat = useContext(ChatContext);
  const heading = useId();
  const [isDenying, setDenying] = useState(false);
  const [reason, setReason] = useState('');
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [isBusy, setBusy] = useState(false);
  const answer = (behavior: 'allow' | 'deny', answers?: Record<string, string>) => {
    setBusy(true);
    ask(
      {
        type: 'answer_permission',
        permissionId,
        behavior,
        ...(behavior === 'deny' && reason.trim() !== '' && { message: reason.trim() }),
        ...(answers && { answers }),
        ...(behavior === 'allow' && chosen.length > 0 && { suggestions: [...chosen] }),
      },
      (isDone) => (isDone ? onAnswered() : setBusy(false)),
    );
  };
  const isQuestion = name === 'AskUserQuestion';
  const isPlan = name === 'ExitPlanMode';
  const otherWays = (
    <>
      <Button look={isQuestion ? 'quiet' : 'outlined'} isBusy={isBusy} onClick={() => setDenying(true)}>
        {isPlan ? 'Keep planning …' : isQuestion ? 'Do not answer …' : 'Deny …'}
      </Button>
      <span className="text-xs text-ink-soft">or answer in the terminal, whichever comes first</span>
    </>
  );
  return (
    <section
      aria-labelledby={heading}
      data-permission={permissionId}
      className="mx-auto mb-6 w-[calc(100%-32px)] max-w-[688px] rounded-medium border border-warn bg-warn-soft p-3 max-wide:mb-2 max-wide:[&_button]:min-h-11 max-wide:[&_label]:min-h-11 wide:w-[calc(100%-48px)] wide:max-w-[672px]"
    >
      <h2 id={heading} className="text-sm font-semibold">
        {promptTitle(name)}
        {isAboutFile(name) && (
          <>
            {' '}
            <code className="font-mono font-normal [overflow-wrap:anywhere]">
              {inFolder(toolSubject(toolInput), chat?.folder)}
            </code>
          </>
        )}
        {agentId !== null && <span className="font-normal text-ink-soft">, for a subagent</span>}
      </h2>
      {isQuestion ? (
        <QuestionForm input={toolInput} isBusy={isBusy} onAnswer={(answers) => answer('allow', answers)}>
          {!isDenying && otherWays}
        </QuestionForm>
      ) : (
        <div className="my-2 rounded-small bg-surface px-2.5 py-2">
          <ToolInput call={{ name, input: toolInput }} />
        </div>
      )}
      {suggestions.length > 0 && !isQuestion && (
        <fieldset className="mb-2 flex flex-col gap-1 text-sm">
          <legend className="sr-only">From now on</legend>
          {suggestions.map((suggestion, index) => (
            <label key={suggestion} className="flex min-h-6 items-start gap-2 max-wide:py-2.5">
              <input
                type="checkbox"
                className="mt-[3px] size-4 flex-none"
                checked={chosen.includes(index)}
                onChange={({ target }) =>
                  setChosen(target.checked ? [...chosen, index] : chosen.filter((each) => each !== index))
                }
              />
              <span dir="auto">{suggestion}</span>
            </label>
          ))}
        </fieldset>
      )}
      {isDenying && (
        <label className="my-2 block text-sm">
          What should it do instead? (optional)
          <textarea
            // It was asked for by the button before it, which is gone.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            rows={2}
            dir="auto"
            value={reason}
            maxLength={10_000}
            onChange={({ target }) => setReason(target.value)}
            className="mt-1 block w-full rounded-small border border-line-strong bg-surface px-2 py-1.5 text-sm"
          />
        </label>
      )}
      {(!isQuestion || isDenying) && (
        <div className={BUTTONS}>
          {!isDenying && (
            <Button look="primary" isBusy={isBusy} onClick={() => answer('allow')}>
              {isPlan ? 'Go ahead with the plan' : 'Allow'}
            </Button>
          )}
          {isDenying ? (
            <>
              <Button isBusy={isBusy} onClick={() => answer('deny')}>
                Deny
              </Button>
              <Button look="quiet" onClick={() => setDenying(false)}>
                Back
              </Button>
            </>
          ) : (
            otherWays
          )}
        </div>
      )}
    </section>
  );
}

interface AsksInTerminalProps {
  readonly onTerminal: () => void;
  /** Set if Escape only closes it. */
  readonly onEscape?: (() => void) | undefined;
}

/** Something that only the terminal can answer, such as whether a folder is trusted. */
export function AsksInTerminal({ onTerminal, onEscape }: AsksInTerminalProps) {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), SHOWN_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isShown) return null;
  return (
    <section
      aria-label="A question in the terminal"
      className="mx-auto mb-6 flex w-[calc(100%-32px)] max-w-[688px] flex-wrap items-center gap-2 rounded-medium border border-warn bg-warn-soft p-3 wide:w-[calc(100%-48px)] wide:max-w-[672px]"
    >
      <output className="mr-auto text-sm font-semibold">Claude Code waits for an answer in the terminal</output>
      <Button look="primary" onClick={onTerminal}>
        Show the terminal
      </Button>
      {onEscape && <Button onClick={onEscape}>Escape</Button>}
    </section>
  );
}

/** Prompts of a terminal on another server; this server cannot answer them. */
export function AsksOnServer({ server: { name, isAlive } }: { readonly server: OtherServer }) {
  return (
    <output className="mx-auto block w-full max-w-[720px] px-4 pb-6 text-sm text-ink-soft wide:px-6">
      {isAlive
        ? `Claude Code waits for an answer. Go on at ${name} to give it.`
        : `Claude Code waited for an answer when the server ${name} stopped.`}
    </output>
  );
}

interface ResolvedPermissionProps {
  readonly permission: OpenPermission;
  /** The terminal still shows the prompt. */
  readonly isAsked: boolean;
}

/** The prompt that was answered last, and who answered it. */
export function ResolvedPermission({
  permission: { toolName: name, toolInput, resolved },
  isAsked,
}: ResolvedPermissionProps) {
  const folder = useContext(ChatContext)?.folder;
  if (!resolved) return null;
  const subject = inFolder(toolSubject(toolInput), folder);
  return (
    <output className="mx-auto block w-full max-w-[720px] truncate px-4 pb-4 text-xs text-ink-faint wide:px-6">
      {isAsked && resolved.by === 'nobody' ? 'Withdrawn, answer it in the terminal' : resolvedInWords(resolved)}:{' '}
      {toolName(name)} {subject !== '' && <code className="font-mono">{subject}</code>}
    </output>
  );
}
