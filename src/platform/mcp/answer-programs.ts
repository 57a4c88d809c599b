import { z } from 'zod';

import type { Access } from '#account/server/access-tokens.ts';
import { cleanText, withoutDirectionMarks } from '#kernel/clean-text.ts';
import type { Log } from '#session/server/dependencies.ts';
import type { Prompt, ResourceKind, Tool } from '#wire/tool.ts';

/** The tools, resources and prompts that the server offers to programs. */
export interface Offered {
  readonly tools: readonly Tool[];
  readonly resources: readonly ResourceKind[];
  readonly prompts: readonly Prompt[];
}

export interface ProgramsDeps extends Offered {
  readonly version: string;
  readonly log: Log;
  /** Throws an AppError if the token was revoked meanwhile. Reads in the transaction, if one is given. */
  requireToken(who: { readonly person: string; readonly token: string }, trx?: object): Promise<void>;
  /** Stores which program last used a token. */
  noteClient(seen: { readonly person: string; readonly token: string; readonly client: string }): Promise<void>;
}

/** One request of a program, with the token it presented. */
export interface ProgramRequest {
  readonly person: string;
  readonly access: Access;
  /** The origin at which the program reached this server. */
  readonly origin: string;
  /** The parsed body; undefined if there was none. */
  readonly body: unknown;
}

export type AnswerProgram = (request: Request, program: ProgramRequest) => Promise<Response>;

/** Answers the Model Context Protocol. Loads its library with the first request, because most servers get none. */
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
/** A program sends its name with each request; in versions of the protocol until 2025, once when it connects. */
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
