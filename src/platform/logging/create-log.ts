import type { Log } from '#session/server/dependencies.ts';
import { logContext } from '#session/server/log-context.ts';

import { withoutSecrets } from './without-secrets.ts';

interface LogOptions {
  /** `json`: one object a line, with `level`, `time`, `message`, and the id of the request or command. */
  readonly format: 'text' | 'json';
  /** Texts that no line may have, such as keys from the environment. */
  readonly secrets: readonly string[];
  readonly write: (line: string) => void;
}

/** The log of a server. */
export function createLog({ format, secrets, write }: LogOptions): Log {
  function line(level: 'info' | 'error', message: string, why?: string): void {
    // Before it is quoted: a secret may hold what JSON escapes.
    const hide = (text: string) => withoutSecrets(text, secrets);
    const about = { message: hide(message), ...(why !== undefined && { error: hide(why) }) };
    const text =
      format === 'json'
        ? JSON.stringify({ level, time: new Date().toISOString(), ...about, ...logContext() })
        : Object.values(about).join(': ');
    write(`${text}\n`);
  }
  return {
    info: (message) => line('info', message),
    error: (message, cause) => line('error', message, describe(cause)),
  };
}

function describe(cause: unknown): string | undefined {
  if (!(cause instanceof Error)) return JSON.stringify(cause);
  const text = cause.stack ?? cause.message;
  return cause instanceof SyntaxError ? text.replace(QUOTED_SOURCE, 'What was read') : text;
}

/** The parser of JSON quotes what it read, which can be a message. */
const QUOTED_SOURCE = /(?:Unexpected token .{1,9}, )?"[^]*?"(?:\.\.\.)? (?=is not valid JSON)/u;
