import { ChevronRight } from 'lucide-react';
import { type ReactNode, useContext, useId, useState } from 'react';

import { Markdown } from '#elements/web/text/markdown.tsx';

import { saidWithDenial } from '../../domain/denial-words.ts';
import { changedLines, changeOf } from '../../domain/shown/file-change.ts';
import { type LibraryAnswer, libraryAnswer } from '../../domain/shown/library-answer.ts';
import { isTaskCall } from '../../domain/shown/task-list.ts';
import { inFolder, toolName, toolSubject } from '../../domain/shown/tool-title.ts';
import type { ToolPart } from '../../protocol.ts';
import { ChatContext } from '../chat-context.ts';
import { ChatImages } from '../messages/chat-images.tsx';
import { readToolOutput } from '../queries.ts';
import { FoundPassages, KeptSource } from './library-output.tsx';
import { LongText } from './long-text.tsx';
import { ToolInput } from './tool-input.tsx';

/** A tool call on one line, which opens to show its input and output. */
export function ToolCard({ tool }: { readonly tool: ToolPart }) {
  const body = useId();
  const chat = useContext(ChatContext);
  const change = changeOf(tool);
  const isWaiting = chat?.waitingCalls.includes(tool.id) === true && !tool.isComplete;
  const [chosen, setChosen] = useState<boolean | null>(null);
  const found = libraryAnswer(tool);
  // Changes of files and results from the library are open, because the person follows them. While a change waits for
  // permission, the question shows it.
  const isOpen = chosen ?? ((change.length > 0 && !isWaiting) || found !== null);
  const subject = toolSubject(tool.input);
  return (
    <div
      data-tool={tool.id}
      className={`overflow-hidden rounded-medium border bg-surface ${tool.isError && tool.ending !== 'denied' ? 'border-bad' : 'border-line'}`}
    >
      <FoldButton isOpen={isOpen} onToggle={() => setChosen(!isOpen)} controls={body}>
        <span className="flex-none font-medium">{toolName(tool.name)}</span>
        <code dir="ltr" title={subject} className="min-w-0 flex-1 truncate font-mono text-xs text-ink-soft">
          {inFolder(subject, chat?.folder)}
        </code>
        <span className="flex-none text-xs text-ink-faint tabular-nums">
          <ChangedLines {...changedLines(change)} />
          {isWaiting ? <span className="text-warn">waits for you</span> : <End tool={tool} />}
        </span>
      </FoldButton>
      {isOpen && (
        <div id={body} className="flex flex-col gap-2 border-t border-line px-2.5 py-2 empty:hidden">
          {!found?.kept && <ToolInput call={tool} titled={subject} />}
          {tool.inside && tool.inside.length > 0 && <Inside inside={tool.inside} />}
          {found?.kept && <KeptSource kept={found.kept} />}
          <Output
            tool={tool}
            passages={found?.passages ?? []}
            hidesIfGood={change.length > 0 || isTaskCall(tool.name) || (found !== null && found.kept !== null)}
          />
        </div>
      )}
    </div>
  );
}

/** A subagent's answer without the note that Claude Code appends for itself. */
const withoutNotes = ({ name, output }: ToolPart) =>
  name === 'Agent' || name === 'Task' ? (output?.replace(/\nagentId: [\w-]+ \(use [\s\S]*$/u, '') ?? null) : output;

export function ChangedLines({ added, removed }: { readonly added: number; readonly removed: number }) {
  return (
    <>
      {added > 0 && <span className="mr-1.5 text-good last:mr-0">+{added}</span>}
      {removed > 0 && <span className="mr-1.5 text-bad last:mr-0">−{removed}</span>}
    </>
  );
}

function End({ tool: { ending, isError, isComplete, isBackground } }: { readonly tool: ToolPart }) {
  if (ending === 'denied') return <span className="text-bad">denied</span>;
  if (ending === 'interrupted') return <span className="text-bad">interrupted</span>;
  if (isError) return <span className="text-bad">failed</span>;
  if (!isComplete) return <span className="text-accent-text">running</span>;
  return isBackground ? <span>in the background</span> : null;
}

interface OutputProps {
  readonly tool: ToolPart;
  readonly passages: LibraryAnswer['passages'];
  readonly hidesIfGood: boolean;
}

function Output({ tool, passages, hidesIfGood }: OutputProps) {
  const chat = useContext(ChatContext);
  const { id, outputLength, images, isError, ending } = tool;
  const output = ending === 'denied' ? saidWithDenial(tool.output ?? '') : withoutNotes(tool);
  const isShown = output !== null && output !== '' && (isError || !hidesIfGood);
  const text = isShown && (
    <LongText
      text={output}
      wholeLength={outputLength}
      readWhole={chat ? () => readToolOutput(chat.session, id) : undefined}
      className="rounded-small bg-sunken px-2 py-1.5"
    />
  );
  return (
    <>
      {passages.length > 0 ? <FoundPassages passages={passages}>{text}</FoundPassages> : text}
      {images && images.length > 0 && <ChatImages images={images} label="Image of the output" />}
    </>
  );
}

/** The work of a subagent, folded by default. */
function Inside({ inside }: { readonly inside: NonNullable<ToolPart['inside']> }) {
  const calls = inside.filter(({ type }) => type === 'tool').length;
  return (
    <details className="rounded-small border border-line">
      <summary className="min-h-6 px-2 py-1 text-xs text-ink-soft">
        What the subagent did, {calls === 1 ? 'one call' : `${String(calls)} calls`}
      </summary>
      <ul className="flex flex-col gap-2 border-t border-line p-2">
        {inside.map((each) => (
          <li key={each.id} className="min-w-0">
            {each.type === 'tool' ? (
              <ToolCard tool={each} />
            ) : (
              <div className="say text-sm" dir="auto">
                <Markdown text={each.text} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

interface FoldButtonProps {
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  /** The id of the element that it shows and hides. */
  readonly controls: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A line about one or more calls, which shows and hides the content below it. */
export function FoldButton({ isOpen, onToggle, controls, className = '', children }: FoldButtonProps) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls={controls}
      onClick={onToggle}
      className={`flex min-h-[34px] w-full items-center gap-2 px-2.5 text-left text-sm hover:bg-raised ${className}`}
    >
      <ChevronRight
        size={14}
        strokeWidth={1.7}
        aria-hidden="true"
        className={`flex-none text-ink-faint ${isOpen ? 'rotate-90' : ''}`}
      />
      {children}
    </button>
  );
}
