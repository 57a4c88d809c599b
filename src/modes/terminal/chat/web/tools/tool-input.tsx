import { Markdown } from '#elements/web/text/markdown.tsx';

import { changeOf } from '../../domain/shown/file-change.ts';
import { fieldsOf, textIn } from '../../domain/shown/input-fields.ts';
import { questionsOf } from '../../domain/shown/questions.ts';
import type { PatchHunk, ToolPart } from '../../protocol.ts';

const LOOKS: Readonly<Record<string, string>> = {
  '+': 'bg-[color-mix(in_oklab,var(--good)_10%,transparent)] text-good',
  '-': 'bg-[color-mix(in_oklab,var(--bad)_8%,transparent)] text-bad',
};

type Call = Pick<ToolPart, 'name' | 'input' | 'patch'>;

interface ToolInputProps {
  readonly call: Call;
  /** The title above it, which can contain a part of the input. */
  readonly titled?: string;
}

/** The input of a tool in readable form: a command, a change of a file, a question, or otherwise the raw input. */
export function ToolInput({ call, titled = '' }: ToolInputProps) {
  const { name, input } = call;
  const fields = fieldsOf(input);
  const command = textIn(fields, 'command');
  const change = changeOf(call);
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
  const questions = name === 'AskUserQuestion' ? questionsOf(input) : [];
  if (questions.length > 0)
    return (
      <dl className="flex flex-col gap-1.5 text-sm">
        {questions.map(({ question, options }) => (
          <div key={question}>
            <dt dir="auto" className="font-medium">
              {question}
            </dt>
            <dd dir="auto" className="text-ink-soft">
              {options.map(({ label }) => label).join(', ')}
            </dd>
          </div>
        ))}
      </dl>
    );
  const entries = Object.entries(fields).filter(([, value]) => value !== titled);
  if (entries.length === 0) return null;
  return (
    <dl className="flex flex-col gap-1 text-xs">
      {entries.map(([field, value]) => (
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

/** The change of a file, line by line, marked by signs as well as colours. */
function FileDiff({ hunks }: { readonly hunks: readonly PatchHunk[] }) {
  return (
    <figure
      dir="ltr"
      aria-label="Change"
      // Lines wider than the page scroll, also by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="max-h-[60dvh] overflow-auto font-mono text-xs leading-relaxed"
    >
      {hunks.map((hunk, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a change keeps its order
        <Hunk key={index} hunk={hunk} isFirst={index === 0} />
      ))}
    </figure>
  );
}

function Hunk({ hunk, isFirst }: { readonly hunk: PatchHunk; readonly isFirst: boolean }) {
  return (
    <pre className={`w-max min-w-full ${isFirst ? '' : 'mt-1 border-t border-line pt-1'}`}>
      {hunk.newStart > 0 && <span className="block px-2 text-ink-faint">Line {hunk.newStart}</span>}
      {hunk.lines.map((line, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines keep their order
        <span key={index} className={`block px-2 ${LOOKS[line[0] ?? ''] ?? 'text-ink-soft'}`}>
          <span className="mr-2">{line[0] ?? ' '}</span>
          {line.slice(1)}
        </span>
      ))}
    </pre>
  );
}
