/** Options that choose the session. With one of them, Warren learns the session’s id from the hooks. */
const CHOOSES_SESSION = /^(?:-c|--continue|-r|--resume|--session-id|--fork-session)(?:=|$)/u;
/** Options without a value. A word after one of them can be a prompt. */
const WITHOUT_VALUE = new Set([
  '-c',
  '--continue',
  '-d',
  '--debug',
  '--verbose',
  '--fork-session',
  '--ide',
  '--chrome',
  '--no-chrome',
  '--strict-mcp-config',
  '--ax-screen-reader',
]);

/** Options that take all words up to the next option. A prompt comes before them, or after `--`. */
const WITH_VALUES = new Set([
  '--mcp-config',
  '--add-dir',
  '--allowed-tools',
  '--allowedTools',
  '--disallowed-tools',
  '--disallowedTools',
]);

interface Given {
  /** The person's arguments, as given for the first run. */
  readonly own: readonly string[];
  /** Whether this run continues a session of the CLI. If so, a prompt in the arguments was already sent. */
  readonly isAgain: boolean;
}

/**
 * Returns the person's arguments for a run, and whether they choose the session. Put Warren's own options before them.
 */
export function claudeArguments({ own, isAgain }: Given): {
  readonly args: readonly string[];
  readonly choosesSession: boolean;
} {
  const end = own.indexOf('--');
  const options = end < 0 ? own : own.slice(0, end);
  const choosesSession = options.some((word) => CHOOSES_SESSION.test(word));
  return { args: isAgain ? withoutPrompts(options) : own, choosesSession };
}

/** Keeps only options and their values. A word that is neither is a prompt. */
function withoutPrompts(words: readonly string[]): readonly string[] {
  return words.filter((word, place) => {
    if (word.startsWith('-')) return true;
    const option = words.findLastIndex((each, index) => index < place && each.startsWith('-'));
    const name = words[option];
    if (name === undefined || name.includes('=') || WITHOUT_VALUE.has(name)) return false;
    return option === place - 1 || WITH_VALUES.has(name);
  });
}

/** Whether the person passes `--settings`. The CLI accepts only one settings file, and Warren passes its own. */
export const hasOwnSettings = (own: readonly string[]): boolean => own.some((word) => /^--settings(?:=|$)/u.test(word));
