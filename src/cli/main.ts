import { parseArgs } from 'node:util';

import { UsageError, type Command, type CommandCall } from './command.ts';

const COMMANDS: Readonly<Record<string, Command>> = {
  start: { usage: 'start', summary: 'Start the server', load: () => import('./commands/start.ts') },
  add: {
    usage: 'add FILE|FOLDER|URL … [--bucket NAME] [--kind KIND]',
    summary: 'Add files, folders and links to the library; what was added before is updated',
    options: { bucket: { type: 'string' }, kind: { type: 'string' } },
    load: () => import('./commands/add.ts'),
  },
  import: {
    usage: 'import [library|deck] FOLDER|FILE [--bucket NAME] [--name NAME] [--set NAME] [--fresh]',
    summary:
      'Import notes of Obsidian, Notion, Readwise or any folder; again: update what has changed. "deck": points from a file of cards. Alone: what "export" wrote, into an empty data folder',
    options: {
      bucket: { type: 'string' },
      name: { type: 'string' },
      set: { type: 'string' },
      fresh: { type: 'boolean' },
    },
    load: () => import('./commands/import.ts'),
  },
  export: {
    usage: 'export [deck [SET …]] [--all] [FOLDER] [--format FORMAT] [--out FILE] [--person NAME]',
    summary:
      'Write everything of a person as files that need no Warren, also while the server runs. "deck": sets as one file: apkg, csv, markdown, json',
    options: {
      all: { type: 'boolean' },
      person: { type: 'string' },
      format: { type: 'string' },
      out: { type: 'string' },
    },
    load: () => import('./commands/export.ts'),
  },
  mcp: {
    usage: 'mcp',
    summary: 'Pass what a program on this machine asks over stdio (MCP) to the running server: docs/mcp.md',
    load: () => import('./commands/mcp.ts'),
  },
  attach: {
    usage: 'attach [SESSION]',
    summary: 'Show a running terminal in this one and type into it; Ctrl-\\ leaves it running',
    load: () => import('./commands/attach.ts'),
  },
  backup: {
    usage: 'backup FILE [--force]',
    summary: 'Write a consistent copy of the data to FILE, also while the server runs',
    options: { force: { type: 'boolean' } },
    load: () => import('./commands/backup.ts'),
  },
  restore: {
    usage: 'restore FILE',
    summary: 'Replace the data by a backup; the replaced data are kept beside them',
    load: () => import('./commands/restore.ts'),
  },
  check: {
    usage: 'check',
    summary: 'Look for damage in the data, and say what to do; also while the server runs',
    load: () => import('./commands/check.ts'),
  },
  status: {
    usage: 'status [--json]',
    summary: 'Say how Warren stands: server, data, people, backups, models, terminals, problems',
    options: { json: { type: 'boolean' } },
    load: () => import('./commands/status.ts'),
  },
  servers: {
    usage: 'servers [--json]',
    summary: 'List the servers that share a PostgreSQL database, with the people whom each serves',
    options: { json: { type: 'boolean' } },
    load: () => import('./commands/servers.ts'),
  },
  drain: {
    usage: 'drain [NAME] [--off]',
    summary: 'Have a server hand its people over to the others and take none, before an upgrade; --off takes it back',
    options: { off: { type: 'boolean' } },
    load: () => import('./commands/drain.ts'),
  },
  stop: {
    usage: 'stop --terminals',
    summary: 'End all programs in terminals, which go on when the server stops; also while it runs',
    options: { terminals: { type: 'boolean' } },
    load: () => import('./commands/stop.ts'),
  },
  user: {
    usage: 'user list|add|remove|renew-token|sign-out [NAME] …',
    summary: 'List people, add and remove them, renew their tokens, sign them out; alone: how',
    options: {
      json: { type: 'boolean' },
      all: { type: 'boolean' },
      export: { type: 'string' },
      yes: { type: 'boolean' },
      confirm: { type: 'string' },
    },
    load: () => import('./commands/user.ts'),
  },
  eval: {
    usage: 'eval grading|tangents|retrieval|transcripts --data PATH [--json] [--out FILE]',
    summary: 'Measure the configured evaluator, detector and search, or the reader of transcripts, on labelled data',
    options: { data: { type: 'string' }, json: { type: 'boolean' }, out: { type: 'string' } },
    load: () => import('./commands/eval.ts'),
  },
  help: { usage: 'help', summary: 'Print this', load: () => Promise.resolve({ run: printUsage }) },
  version: { usage: 'version', summary: 'Print the version', load: () => import('./version.ts') },
};

const SETTINGS = `Settings, from the environment:
  WARREN_HOME            the data folder (~/.warren)
  WARREN_HOST            the address to listen on (127.0.0.1)
  WARREN_PORT            the port to listen on (4600)
  WARREN_TOKEN           the first person's token, instead of a random one; at least 20 characters if others reach it
  WARREN_DATABASE_URL    a PostgreSQL URL, instead of SQLite in the data folder
  WARREN_KEYS_KEY        encrypts people's keys of providers, in place of the file provider-keys.key
  WARREN_CLUSTER_SECRET, WARREN_INTERNAL_HOST, WARREN_INTERNAL_PORT
                         of one server among several on a PostgreSQL database: docs/scaling.md
  WARREN_DRAIN_S         how many seconds its stop waits for its people to go on at the others (30)
  WARREN_MCP_TOKEN       of "warren mcp": the access token of the program that starts it
  WARREN_ALLOWED_HOSTS   further names by which browsers reach the server
  WARREN_CONTACT         where push services may write to you, such as mailto:you@example.org
  WARREN_TRUSTED_PROXIES addresses and ranges of proxies whose X-Forwarded-For is believed
  WARREN_CLAUDE          the path of Claude Code for terminals, if it is not where it usually is
  WARREN_OFFLINE=1       only what is built in answers
  WARREN_LOCAL_MODEL_PORTS
                         ports of this machine where Ollama, LM Studio and llama.cpp are looked for
                         (11434,1234,8080; 0 for none)
  WARREN_ALLOW_PRIVATE_ADDRESSES
                         hosts and ranges (10.0.0.0/8) that links, and other people's providers, may lead to
                         although they are private
  WARREN_ANKI_CONNECT    where AnkiConnect answers (http://127.0.0.1:8765), for the first person; none by default
  WARREN_ANKI_CONNECT_KEY
                         its key, if it asks for one
  WARREN_END_TERMINALS=1 programs in terminals end when Warren stops; otherwise they go on
  WARREN_TERMINAL_HOURS  how many hours they go on without Warren (24)
  WARREN_RECORDING_DAYS  recordings of terminals are removed so many days after their last output (90)
  WARREN_RECORDING_MB    the oldest recordings are removed once all take more than so many megabytes (5000)
  WARREN_EMBEDDED_PACE_MS
                         milliseconds between two words of what is built in (12)
  WARREN_LOG=json        the log as lines of JSON, instead of text
  WARREN_LOG_LEVEL       what is logged: error, warn, info (the default), or debug, which adds each request
  ANTHROPIC_API_KEY      a key for Claude, for people without their own
  ANTHROPIC_BASE_URL     where Claude is reached, instead of Anthropic's own address
  OPENAI_API_KEY         a key for OpenAI, or for whatever stands at the address below
  OPENAI_BASE_URL        anything that speaks OpenAI's protocol, such as Ollama's http://127.0.0.1:11434/v1`;

function usage(): string {
  const width = Math.max(...Object.values(COMMANDS).map((command) => command.usage.length));
  const lines = Object.values(COMMANDS).map((command) => `  ${command.usage.padEnd(width)}  ${command.summary}`);
  return `Usage: warren COMMAND\n\n${lines.join('\n')}\n\n${SETTINGS}\n`;
}

async function printUsage(): Promise<void> {
  process.stdout.write(usage());
}

function read(parameters: readonly string[]): { command: Command; call: CommandCall } {
  const [first = 'help', ...rest] = parameters;
  const name = { '--help': 'help', '-h': 'help', '--version': 'version', '-v': 'version' }[first] ?? first;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new UsageError(`There is no command "${name}".`);
  if (rest.includes('--help') || rest.includes('-h')) return read(['help']);
  try {
    const { values, positionals } = parseArgs({
      args: rest,
      options: { ...command.options },
      allowPositionals: true,
    });
    return { command, call: { positionals, flags: values, environment: process.env } };
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\nUsage: warren ${command.usage}`);
  }
}

/** Prints an error as one line. */
function say(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
}

async function main(): Promise<void> {
  // Output can lose its reader, or the log its disk space. Neither must end a server.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => void (process.exitCode = 1));
  try {
    const { command, call } = read(process.argv.slice(2));
    const { run } = await command.load();
    await run(call);
  } catch (error) {
    say(error);
    if (error instanceof UsageError) {
      process.stderr.write('"warren help" lists the commands.\n');
      process.exitCode = 2;
    } else {
      process.exitCode = 1;
    }
  }
}

await main();
