import { z } from 'zod';

import type { Access } from '#account/server/access-tokens.ts';
import { cleanText, withoutDirectionMarks } from '#kernel/clean-text.ts';
import type { Log } from '#session/server/dependencies.ts';
import type { Prompt, ResourceKind, Tool } from '#wire/tool.ts';

/** What the server offers to programs. */
export interface Offered {
  readonly tools: readonly Tool[];
  readonly resources: readonly ResourceKind[];
  readonly prompts: readonly Prompt[];
}

export interface ProgramsDeps extends Offered {
  readonly version: string;
  readonly log: Log;
  /** Throws an AppError if a token was withdrawn meanwhile. Reads in the transaction, if one is given. */
  requireToken(who: { readonly person: string; readonly token: string }, trx?: object): Promise<void>;
  /** Keeps which program was last seen with a token. */
  noteClient(seen: { readonly person: string; readonly token: string; readonly client: string }): Promise<void>;
}

/** One request of a program, with whose token it came. */
export interface ProgramRequest {
  readonly person: string;
  readonly access: Access;
  /** Where the program reached this server. */
  readonly origin: string;
  /** As it was parsed; undefined where there was none. */
  readonly body: unknown;
}

export type AnswerProgram = (request: Request, program: ProgramRequest) => Promise<Response>;

/** Answers the Model Context Protocol. Its library is loaded with the first request, since most servers get none. */
export function createProgramAnswers(deps: ProgramsDeps): AnswerProgram {
  let loading: Promise<AnswerProgram> | undefined;
  return async (request, program) => {
    const { createMcpAnswers } = await import('./mcp-answers.ts');
    loading ??= Promise.resolve(createMcpAnswers(deps));
    const answer = await loading;
    const { person, access } = program;
    const client = clientIn(program.body);
    if (client !== undefined && client !== access.client)
      await deps
        .noteClient({ person, token: access.id, client })
        .catch((error: unknown) => deps.log.warn('The name of a program could not be kept', error));
    return answer(request, client === undefined ? program : { ...program, access: { ...access, client } });
  };
}

const MAX_CLIENT = 60;
const named = z.object({ name: z.string() });
/** A program says its name with each request, or once when it connects, in versions of the protocol until 2025. */
const introduced = z.object({
  params: z.union([
    z.object({ _meta: z.object({ 'io.modelcontextprotocol/clientInfo': named }) }),
    z.object({ clientInfo: named }),
  ]),
});

function clientIn(body: unknown): string | undefined {
  const { data } = introduced.safeParse(body);
  if (!data) return undefined;
  const { params } = data;
  const { name } = 'clientInfo' in params ? params.clientInfo : params._meta['io.modelcontextprotocol/clientInfo'];
  const line = withoutDirectionMarks(cleanText(name)).replace(/\s+/gu, ' ').trim();
  return line.slice(0, MAX_CLIENT).toWellFormed() || undefined;
}
