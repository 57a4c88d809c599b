import type { NoticePrompt } from '#session/domain/activity.ts';
import type { SessionState } from '#session/protocol.ts';

import { questionsOf } from '../../chat/domain/shown/questions.ts';
import { digestOfPrompt } from '../../chat/server/prompt-digest.ts';
import type { OpenPermission } from '../../protocol.ts';
import { terminalState } from '../../running/domain/terminal-state.ts';
import { wholeWords } from '../domain/prompt-words.ts';
import type { PromptAnswer } from '../protocol.ts';

/** The terminal's prompt that has waited longest, for a notice; null if none waits. */
export function noticePrompt(state: SessionState): NoticePrompt | null {
  const open = (terminalState(state).permissions ?? []).find(({ resolved }) => resolved === null);
  if (!open) return null;
  const { permissionId, toolName, toolInput } = open;
  return {
    path: `/answer.html#${state.session}/${permissionId}`,
    words: wholeWords(toolName, toolInput),
    answerPath: `/api/sessions/${state.session}/prompts/answer`,
    answers: answersTo(open).map(({ title, ...answer }) => {
      const body: Omit<PromptAnswer, 'id'> = { permissionId, shown: digestOfPrompt(open), ...answer };
      return { title, body };
    }),
  };
}

type Offered = Pick<PromptAnswer, 'behavior' | 'answers'> & { readonly title: string };

/** The buttons of a notice. A question has one for each choice if there is one question with a single choice. */
function answersTo({ toolName, toolInput }: OpenPermission): readonly Offered[] {
  if (toolName !== 'AskUserQuestion')
    return [
      { title: 'Allow', behavior: 'allow' },
      { title: 'Deny', behavior: 'deny' },
    ];
  const [asked, ...more] = questionsOf(toolInput);
  if (!asked || asked.isMultiple || more.length > 0) return [];
  const { question, options } = asked;
  return options.map(({ label }) => ({ title: label, behavior: 'allow', answers: { [question]: label } }));
}
