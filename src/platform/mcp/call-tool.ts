import type { Log } from '#session/server/dependencies.ts';
import { AppError } from '#wire/error-kind.ts';
import type { Tool, ToolCaller } from '#wire/tool.ts';

import { checked, knownError } from '../http/error-answer.ts';
import type { ProgramRequest } from './answer-programs.ts';

export interface Calling {
  readonly program: ProgramRequest;
  readonly caller: ToolCaller;
  readonly log: Log;
}

/** Calls a tool for a program. A refusal is also an answer, in words that the program's model can act on. */
export async function callTool({ program, caller, log }: Calling, tool: Tool, given: unknown) {
  const begun = performance.now();
  // Only names are logged. All but the program's are Warren's own.
  const say = (outcome: string) =>
    log.info(`Program ${caller.client}: ${tool.name} ${outcome} in ${Math.round(performance.now() - begun)} ms`);
  try {
    const { scope } = tool;
    if (!program.access.scopes.includes(scope))
      throw new AppError(
        'wrong-token',
        `This access token may not use ${tool.name}: that needs “${scope}”. A token that may is made in Warren, in Settings under Programs.`,
      );
    const text = await tool.handle(checked(tool.input, given), caller);
    await caller.requireToken();
    say('done');
    return { content: [{ type: 'text' as const, text }] };
  } catch (error) {
    say(`failed (${knownError(error)?.kind ?? 'internal'})`);
    return { content: [{ type: 'text' as const, text: inWords(error, { log, what: tool.name }) }], isError: true };
  }
}

/** Describes what happened, and in which field. A bug is logged and not described. */
export function inWords(error: unknown, { log, what }: { readonly log: Log; readonly what: string }): string {
  const known = knownError(error);
  if (!known) {
    log.error(`${what} failed for a program`, error);
    return 'Something went wrong in Warren.';
  }
  const { field, remedy } = known.detail;
  const message = field === undefined ? known.message : `${field}: ${known.message}`;
  return remedy === undefined ? message : `${message} ${remedy}`;
}
