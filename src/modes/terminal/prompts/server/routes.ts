import { z } from 'zod';

import type { LiveSessions } from '#session/server/live/live-sessions.ts';
import { AppError, type ErrorKind } from '#wire/error-kind.ts';
import { type Route, route } from '#wire/route.ts';

import { digestOfPrompt } from '../../chat/server/prompt-digest.ts';
import { terminalState } from '../../running/domain/terminal-state.ts';
import { promptAnswer, type PromptAnswer, promptsAnswer, type PromptsAnswer } from '../protocol.ts';

interface Needs {
  readonly sessions: LiveSessions;
  /** Throws an AppError unless it is a terminal of the person, and the person may open terminals. */
  readonly requireOwn: (person: string, session: string) => Promise<unknown>;
}

/** Routes of the answer page, and of answers from a notification. */
export function promptRoutes({ sessions, requireOwn }: Needs): Route[] {
  const find = async (person: string, session = '') => {
    await requireOwn(person, session);
    return await sessions.get({ person, session });
  };
  return [
    route({
      method: 'GET',
      path: '/api/sessions/:terminal/prompts',
      summary: 'The prompts of Claude Code that wait for an answer in a terminal',
      answer: promptsAnswer,
      async handle({ person, params }): Promise<PromptsAnswer> {
        const { state } = await find(person, params['terminal']);
        const terminal = terminalState(state);
        const { folder, exit, run } = terminal;
        // Logs of earlier versions have no permissions.
        const permissions = terminal.permissions ?? [];
        const answered = permissions.find(({ resolved }) => resolved !== null);
        return {
          title: state.title,
          folder,
          isRunning: run > 0 && exit === null,
          prompts: permissions
            .filter(({ resolved }) => resolved === null)
            .map((open) => {
              const { permissionId, toolName, toolInput, suggestions, agentId, at } = open;
              return { permissionId, toolName, toolInput, suggestions, agentId, at, shown: digestOfPrompt(open) };
            }),
          answered: answered?.resolved ? { permissionId: answered.permissionId, ...answered.resolved } : null,
        };
      },
    }),
    route<PromptAnswer>({
      method: 'POST',
      path: '/api/sessions/:terminal/prompts/answer',
      summary: 'Answers a prompt of Claude Code, as `answer_permission` does on the socket',
      body: promptAnswer,
      answer: z.undefined(),
      async handle({ person, signIn = null, params, body }) {
        const live = await find(person, params['terminal']);
        const { session } = live.owned;
        const answer = await live.execute({ type: 'answer_permission', session, ...body }, signIn);
        if (answer.type === 'error')
          throw new AppError(answer.kind as ErrorKind, answer.message, { reason: answer.reason ?? 'not-taken' });
      },
    }),
  ];
}
