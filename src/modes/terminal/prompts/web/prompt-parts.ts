import { withHiddenShown } from '#text/domain/hidden-characters.ts';

import { changeOf, changesLastEnd } from '../../chat/domain/shown/file-change.ts';
import { fieldsOf, textIn } from '../../chat/domain/shown/input-fields.ts';
import { isAboutFile, promptTitle } from '../../chat/domain/shown/prompt-titles.ts';
import { inFolder, toolSubject } from '../../chat/domain/shown/tool-title.ts';
import type { PromptsAnswer, ShownPrompt } from '../protocol.ts';
import { element } from './element.ts';
import { planText } from './plan-text.ts';

const LOOKS: Readonly<Record<string, string>> = { '+': 'added', '-': 'removed' };

/** The session, the time of the request, and its subject. */
export function promptHead({ title }: PromptsAnswer, { toolName, agentId, at }: ShownPrompt): readonly HTMLElement[] {
  const heading = agentId === null ? promptTitle(toolName) : `${promptTitle(toolName)}, for a subagent`;
  return [element('p', { className: 'from' }, `${title}, ${ago(Date.now() - at)}`), element('h1', {}, heading)];
}

/** Everything that a prompt would allow: a command, a change of a file, a plan, or the raw input. */
export function promptBody({ folder }: PromptsAnswer, { toolName, toolInput }: ShownPrompt): readonly HTMLElement[] {
  const fields = fieldsOf(toolInput);
  const change = changeOf({ name: toolName, input: toolInput });
  const command = textIn(fields, 'command');
  const plan = toolName === 'ExitPlanMode' ? textIn(fields, 'plan') : undefined;
  const where = element('p', { className: 'where' }, 'in ', element('code', {}, folder));
  if (plan !== undefined) return [planText(withHiddenShown(plan)), where];
  if (change.length > 0)
    return [
      element('p', {}, element('code', {}, withHiddenShown(inFolder(toolSubject(toolInput), folder)))),
      element(
        'pre',
        { className: 'diff', dir: 'ltr' },
        ...change
          .flatMap(({ lines }) => lines)
          .map((line) => element('span', { className: LOOKS[line[0] ?? ''] ?? '' }, withHiddenShown(`${line}\n`))),
      ),
      changesLastEnd({ name: toolName, input: toolInput })
        ? element('p', {}, 'It also changes whether the last line ends with a line break.')
        : element('span'),
      fields['replace_all'] === true ? element('p', {}, 'Everywhere in the file.') : element('span'),
      where,
    ];
  const shown = command === undefined ? (isAboutFile(toolName) ? 'file_path' : null) : 'command';
  const rest = Object.entries(fields).filter(([field]) => field !== shown && field !== 'description');
  const main = shown === null ? undefined : textIn(fields, shown);
  const reason = textIn(fields, 'description');
  if (reason !== undefined) where.append(`. Its reason: ${withHiddenShown(reason)}`);
  return [
    ...(main === undefined ? [] : [element('pre', { dir: 'ltr' }, withHiddenShown(main))]),
    ...rest.map(([field, value]) =>
      element(
        'div',
        { className: 'field' },
        element('p', {}, withHiddenShown(field)),
        element('pre', { dir: 'auto' }, wordsOf(value)),
      ),
    ),
    where,
  ];
}

const wordsOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

function ago(ms: number): string {
  const [unit, length] = UNITS.find(([, each]) => ms >= each) ?? ['second', 1_000];
  return new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(-Math.max(0, Math.floor(ms / length)), unit);
}
