type Environment = Readonly<Record<string, string | undefined>>;

interface Wishes {
  /** Whether the program gets the provider keys from the server's environment. */
  readonly billsKey: boolean;
}

/** Keys and addresses of providers. Without them the CLI uses the plan of the person's sign-in. */
const PROVIDER_KEYS = /^(?:ANTHROPIC_API_KEY|ANTHROPIC_AUTH_TOKEN|ANTHROPIC_BASE_URL|OPENAI_.*)$/u;
/**
 * Variables that mark a session of the CLI in which Warren itself was started. A session that inherits them writes no
 * transcript.
 */
const ENCLOSING_SESSION = new Set([
  'CLAUDECODE',
  'CLAUDE_CODE_ENTRYPOINT',
  'CLAUDE_CODE_SESSION_ID',
  'CLAUDE_CODE_SSE_PORT',
]);
/** The variables that npm sets for the scripts it runs. */
const OF_NPM = /^(?:npm_.*|NODE|INIT_CWD)$/u;
/** Variables of a terminal in which Warren itself was started. Programs would mistake this terminal for that one. */
const ENCLOSING_TERMINAL =
  /^(?:COLUMNS|LINES|TERMCAP|TMUX|TMUX_PANE|STY|WINDOW|WINDOWID|TERM_PROGRAM|TERM_PROGRAM_VERSION|TERM_SESSION_ID|VTE_VERSION|SHLVL|OLDPWD|_|(?:WT|KITTY|ITERM|ALACRITTY|WEZTERM|KONSOLE|VSCODE|GHOSTTY)_.*)$/u;
/** Variables that the launcher sets, and the variables in which it stores the person's values. */
const KEPT_BY_LAUNCHER = {
  PATH: 'WARREN_USER_PATH',
  NODE_COMPILE_CACHE: 'WARREN_USER_NODE_COMPILE_CACHE',
  GLIBC_TUNABLES: 'WARREN_USER_GLIBC_TUNABLES',
} as const;
const LOCALE = ['LC_ALL', 'LC_CTYPE', 'LANG'];

/** The environment of a terminal: the person's, without the changes that npm and the launcher made. */
export function terminalEnvironment(server: Environment, { billsKey }: Wishes): Record<string, string> {
  const own: Record<string, string> = {};
  for (const [name, value] of Object.entries(server)) {
    if (value === undefined || OF_NPM.test(name) || name.startsWith('WARREN_')) continue;
    if (ENCLOSING_SESSION.has(name) || ENCLOSING_TERMINAL.test(name)) continue;
    if (!billsKey && PROVIDER_KEYS.test(name)) continue;
    // An empty value would mean the folder in which the CLI runs.
    if (name === 'CLAUDE_CONFIG_DIR' && value === '') continue;
    own[name] = value;
  }
  for (const [name, kept] of Object.entries(KEPT_BY_LAUNCHER)) {
    const before = server[kept];
    if (before === undefined) continue;
    if (before === '') delete own[name];
    else own[name] = before;
  }
  // npm adds its own folders before the person's.
  if (server['npm_lifecycle_event'] !== undefined && own['PATH'] !== undefined) own['PATH'] = withoutNpm(own['PATH']);
  own['TERM'] = 'xterm-256color';
  own['COLORTERM'] = 'truecolor';
  const locale = LOCALE.map((name) => own[name]).find((value) => value !== undefined && value !== '');
  if (!/utf-?8/iu.test(locale ?? '')) {
    delete own['LC_ALL'];
    own['LC_CTYPE'] = 'C.UTF-8';
  }
  return own;
}

function withoutNpm(path: string): string {
  const folders = path.split(':').filter((folder) => !/\/(?:node_modules\/\.bin|node-gyp-bin)\/?$/u.test(folder));
  return folders.join(':');
}
