/** Options that choose the session themselves: Warren then takes its id from the hooks. */
const CHOOSES_SESSION = /^(?:-c|--continue|-r|--resume|--session-id|--fork-session)(?:=|$)/u;
/** Options without a value. What follows them may be a prompt. */
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

/** Options that take all words up to the next option: a prompt stands in front of them, or behind `--`. */
const WITH_VALUES = new Set([
  '--mcp-config',
  '--add-dir',
  '--allowed-tools',
  '--allowedTools',
  '--disallowed-tools',
  '--disallowedTools',
]);

interface Given {
  /** The person's own, as they were given for the first run. */
  readonly own: readonly string[];
  /** A session of the CLI goes on: a prompt among the arguments was asked before. */
  readonly isAgain: boolean;
}

/**
 * The person's arguments for a run, and whether they choose the session. Warren's own options stand in front of them.
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

/** Only options and their values: a word behind another word is a prompt. */
function withoutPrompts(words: readonly string[]): readonly string[] {
  return words.filter((word, place) => {
    if (word.startsWith('-')) return true;
    const option = words.findLastIndex((each, index) => index < place && each.startsWith('-'));
    const name = words[option];
    if (name === undefined || name.includes('=') || WITHOUT_VALUE.has(name)) return false;
    return option === place - 1 || WITH_VALUES.has(name);
  });
}

/** Warren gives the CLI settings of its own, and the CLI takes one file of them. */
export const hasOwnSettings = (own: readonly string[]): boolean => own.some((word) => /^--settings(?:=|$)/u.test(word));
