import type { Log } from '#session/server/dependencies.ts';
import { logContext } from '#session/server/log-context.ts';
import { HIDDEN_SECRET, withoutSecrets } from '#text/domain/secrets.ts';

/** A token of Warren: 43 characters of base64url, even if they include no digit. */
const TOKEN = /(?<![\w/-])[\w-]{43}(?![\w-])/g;

/** From the most to the least urgent. */
export const LOG_LEVELS = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface ServerLog extends Log {
  /** Details for finding a fault. */
  debug(message: string): void;
  /** Sets the server's name for all following lines. */
  name(server: string): void;
}

interface LogOptions {
  /** `json`: one object per line, with `level`, `time`, `message`, and the id of the request or command. */
  readonly format: 'text' | 'json';
  /** Less urgent lines are dropped. */
  readonly level: LogLevel;
  /** Texts that no line may contain, such as keys from the environment. */
  readonly secrets: readonly string[];
  /** The name of this server among several, added to each line. */
  readonly server?: string | undefined;
  readonly write: (line: string) => void;
}

export function createLog({ format, level: least, secrets, server: first, write }: LogOptions): ServerLog {
  let server = first;

  function line(level: LogLevel, message: string, why?: string): void {
    if (LOG_LEVELS.indexOf(level) > LOG_LEVELS.indexOf(least)) return;
    // Applied before quoting, because a secret may contain characters that JSON escapes.
    const hide = (text: string) => withoutOwnSecrets(text, secrets);
    const about = { message: hide(message), ...(why !== undefined && { error: hide(why) }) };
    const text =
      format === 'json'
        ? JSON.stringify({ level, time: new Date().toISOString(), server, ...about, ...logContext() })
        : [...(server === undefined ? [] : [server]), ...Object.values(about)].join(': ');
    write(`${text}\n`);
  }
  return {
    name: (given) => void (server = given),
    debug: (message) => line('debug', message),
    info: (message) => line('info', message),
    warn: (message, cause) => line('warn', message, describe(cause)),
    error: (message, cause) => line('error', message, describe(cause)),
  };
}

function describe(cause: unknown): string | undefined {
  if (!(cause instanceof Error)) return JSON.stringify(cause);
  const text = cause.stack ?? cause.message;
  return cause instanceof SyntaxError ? withoutSource(text) : text;
}

/** The JSON parser quotes its input in errors, and the input can be a message. */
function withoutSource(text: string): string {
  const start = text.search(/Unexpected token .{1,9}, "|"/u);
  const end = /"(?:\.\.\.)? (?=is not valid JSON)/u.exec(text);
  if (!end || start < 0 || start >= end.index) return text;
  return `${text.slice(0, start)}What was read ${text.slice(end.index + end[0].length)}`;
}

/** A log line without the given secrets and without text in the form of a secret. */
function withoutOwnSecrets(text: string, secrets: readonly string[]): string {
  const known = secrets.reduce((line, secret) => line.replaceAll(secret, HIDDEN_SECRET), text);
  return withoutSecrets(known.replace(TOKEN, HIDDEN_SECRET));
}
