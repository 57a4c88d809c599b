import { Circle, CircleCheck, CircleDot } from 'lucide-react';
import { useContext, useId, useState } from 'react';

import { changedLines, changeOf } from '../../domain/shown/file-change.ts';
import type { ToolsPart } from '../../domain/shown/shown-messages.ts';
import type { Task } from '../../domain/shown/task-list.ts';
import { countedNames } from '../../domain/shown/tool-title.ts';
import { ChatContext } from '../chat-context.ts';
import { ChangedLines, FoldButton, ToolCard } from './tool-card.tsx';

const STATES = {
  completed: { icon: CircleCheck, words: 'done', look: 'text-ink-faint', isStruck: true },
  in_progress: { icon: CircleDot, words: 'in progress', look: 'text-ink font-medium', isStruck: false },
  pending: { icon: Circle, words: 'to do', look: 'text-ink-soft', isStruck: false },
} as const;

interface ToolGroupProps {
  readonly part: ToolsPart;
  readonly messageId: string;
}

/** Consecutive calls: a single one as a card, several as a count that opens. While they run, the latest is visible. */
export function ToolGroup({ part: { tools, tasks }, messageId }: ToolGroupProps) {
  const list = useId();
  const chat = useContext(ChatContext);
  const [isOpen, setOpen] = useState(false);
  const [only] = tools;
  const running = tools.filter(({ isComplete }) => !isComplete);
  // The latest call stays visible while the message is live, so that the content below does not move with each call.
  const latest = chat?.liveMessage === messageId && running.length === 0 ? tools.slice(-1) : running;
  const shown = isOpen ? tools : latest;
  const failed = tools.filter(({ isError, ending }) => isError || ending !== undefined).length;
  const change = changedLines(tools.flatMap(changeOf));
  return (
    <div className="flex flex-col gap-2">
      {only && tools.length === 1 ? (
        <ToolCard tool={only} />
      ) : (
        <>
          <FoldButton
            isOpen={isOpen}
            onToggle={() => setOpen(!isOpen)}
            controls={list}
            className="rounded-medium border border-line"
          >
            <span className="flex-none font-medium">{tools.length} tool calls</span>
            <span className="min-w-0 flex-1 truncate text-xs text-ink-soft">
              {countedNames(tools.map(({ name }) => name))}
            </span>
            <span className="flex-none text-xs tabular-nums">
              <ChangedLines {...change} />
              {failed > 0 && <span className="text-bad">{failed} failed</span>}
            </span>
          </FoldButton>
          <ul id={list} className="flex flex-col gap-2 pl-3 empty:hidden">
            {shown.map((tool) => (
              <li key={tool.id} className="min-w-0">
                <ToolCard tool={tool} />
              </li>
            ))}
          </ul>
        </>
      )}
      {tasks && tasks.length > 0 && <TodoList tasks={tasks} />}
    </div>
  );
}

/** The task list of Claude Code after these calls. */
function TodoList({ tasks }: { readonly tasks: readonly Task[] }) {
  return (
    <ul aria-label="Tasks" className="flex flex-col gap-1 px-2.5 py-1 text-sm">
      {tasks.map(({ words, status }, index) => {
        const { icon: Shape, look, isStruck, words: state } = STATES[status];
        return (
          // oxlint-disable-next-line react/no-array-index-key -- two may have the same words
          <li key={index} className={`flex items-start gap-2 ${look}`}>
            <Shape size={15} strokeWidth={1.7} aria-hidden="true" className="mt-[3px] flex-none" />
            <span dir="auto" className="min-w-0 [overflow-wrap:anywhere]">
              <span className={isStruck ? 'line-through' : ''}>{words}</span>
              <span className="sr-only">, {state}</span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
