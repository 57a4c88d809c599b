import { Markdown } from '#elements/web/text/markdown.tsx';

import { changeOf } from '../../domain/shown/file-change.ts';
import { fieldsOf, textIn } from '../../domain/shown/input-fields.ts';
import type { ToolPart } from '../../protocol.ts';
import { FileDiff } from './file-diff.tsx';
import { TodoList } from './todo-list.tsx';

type Call = Pick<ToolPart, 'name' | 'input' | 'patch'>;

/** What a tool is to do, readable: a command, a change of a file, a list, or else the input as it is. */
export function ToolInput({ call }: { readonly call: Call }) {
  const { name, input } = call;
  const fields = fieldsOf(input);
  const command = textIn(fields, 'command');
  const change = changeOf(call);
  if (name === 'TodoWrite') return <TodoList input={input} />;
  if (change.length > 0) return <FileDiff hunks={change} />;
  if (command !== undefined)
    return (
      <>
        <pre
          dir="ltr"
          className="max-h-[40dvh] overflow-auto font-mono text-xs leading-relaxed whitespace-pre-wrap text-ink [overflow-wrap:anywhere]"
        >
          {command}
        </pre>
        <Description fields={fields} />
      </>
    );
  const plan = name === 'ExitPlanMode' ? textIn(fields, 'plan') : undefined;
  if (plan !== undefined)
    return (
      <div className="say" dir="auto">
        <Markdown text={plan} />
      </div>
    );
  if (Object.keys(fields).length === 0) return null;
  return (
    <dl className="flex flex-col gap-1 text-xs">
      {Object.entries(fields).map(([field, value]) => (
        <div key={field} className="flex gap-2">
          <dt className="flex-none text-ink-faint">{field}</dt>
          <dd
            dir="auto"
            className="max-h-[30dvh] min-w-0 overflow-auto font-mono whitespace-pre-wrap text-ink-soft [overflow-wrap:anywhere]"
          >
            {typeof value === 'string' ? value : JSON.stringify(value, null, 2)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Description({ fields }: { readonly fields: ReturnType<typeof fieldsOf> }) {
  const description = textIn(fields, 'description');
  if (description === undefined) return null;
  return (
    <p dir="auto" className="mt-1 text-xs text-ink-faint">
      {description}
    </p>
  );
}
