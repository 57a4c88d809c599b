import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { setPriority } from 'node:os';
import path from 'node:path';

import { succeeds } from '#kernel/succeeds.ts';

/** Time limit of a command that sets none. */
const MAX_MS = 20_000;
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_ERROR_BYTES = 64 * 1024;
/** Time between SIGTERM and SIGKILL. Shorter than the stop of a server. */
const KILL_AFTER_MS = 2_000;
/** The priority of the process, as a nice value. */
const BEHIND = 5;

/**
 * The whole environment of a command: no settings but the given ones, and nothing that prompts, fetches, pages or
 * edits. Reading a repository runs no program that the repository names.
 */
const NOTHING_RUNS = {
  PATH: '/usr/local/bin:/usr/bin:/bin',
  HOME: '/dev/null',
  LC_ALL: 'C',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: 'false',
  SSH_ASKPASS: 'false',
  GIT_SSH_COMMAND: 'false',
  GIT_PROXY_COMMAND: 'false',
  GIT_EDITOR: 'false',
  GIT_SEQUENCE_EDITOR: 'false',
  GIT_PAGER: 'cat',
  // No transport at all, so that a missing object is not fetched.
  GIT_ALLOW_PROTOCOL: '',
  GIT_NO_LAZY_FETCH: '1',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_LITERAL_PATHSPECS: '1',
} as const;

/** Settings that override those of every file. */
const SETTINGS = [
  'core.fsmonitor=false',
  'core.untrackedCache=false',
  'core.hooksPath=/dev/null',
  'core.attributesFile=/dev/null',
  'core.pager=cat',
  'core.editor=false',
  'core.askPass=false',
  'core.sshCommand=false',
  'core.alternateRefsCommand=false',
  'core.commitGraph=false',
  'core.multiPackIndex=false',
  'credential.helper=',
  'diff.external=',
  'diff.ignoreSubmodules=dirty',
  'diff.submodule=short',
  'submodule.recurse=false',
  'fetch.recurseSubmodules=false',
  'protocol.allow=never',
  'gc.auto=0',
  'maintenance.auto=false',
  'commit.gpgSign=false',
  'tag.gpgSign=false',
  'log.showSignature=false',
  'safe.directory=*',
];

export interface GitCommand {
  readonly args: readonly string[];
  /** The working folder. */
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Settings in the form `name=value`, in addition to those that keep programs from running. */
  readonly settings?: readonly string[];
  readonly input?: string | Uint8Array;
  readonly maxBytes?: number;
  readonly maxMs?: number;
  /**
   * Runs git with the environment and settings of the person's terminals, without those that keep programs from
   * running.
   */
  readonly asPerson?: Readonly<Record<string, string>>;
}

/** A git command that failed. */
export class GitFailure extends Error {
  /** Git's error message. */
  readonly said: string;

  constructor(command: string, said: string) {
    super(`git ${command}: ${said || 'failed'}`);
    this.name = 'GitFailure';
    this.said = said;
  }
}

/** Runs git commands, one child process each, with limits of time and output. */
export class Git {
  readonly #file: string;
  readonly #running = new Set<ChildProcess>();
  #isClosed = false;

  constructor(file: string) {
    this.#file = file;
  }

  async text(command: GitCommand): Promise<string> {
    return (await this.bytes(command)).toString('utf8');
  }

  /** Ends running commands. Later commands are rejected. */
  close(): void {
    this.#isClosed = true;
    for (const child of this.#running) end(child);
  }

  /** Returns the output. Throws a GitFailure unless the exit code is 0. */
  bytes({ args, cwd, env, settings = [], input, maxBytes = MAX_BYTES, maxMs = MAX_MS, asPerson }: GitCommand) {
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
    if (this.#isClosed) return Promise.reject(new GitFailure('', 'Warren is stopping'));
    const name = args.find((each) => !each.startsWith('-')) ?? '';
    const given = asPerson ? [] : [...SETTINGS, ...settings].flatMap((each) => ['-c', each]);
    const child = spawn(this.#file, [...given, ...args], {
      cwd,
      env: { ...(asPerson ?? NOTHING_RUNS), ...env },
      stdio: 'pipe',
      detached: true,
    });
    const fail = (said: string) => {
      reject(new GitFailure(name, said));
      end(child);
    };
    this.#running.add(child);
    if (!asPerson) yieldToOthers(child);
    const timer = setTimeout(() => fail('it took too long'), maxMs);
    const out: Buffer[] = [];
    const said: Buffer[] = [];
    let bytes = 0;
    let saidBytes = 0;
    child.stdout.on('data', (data: Buffer) => {
      bytes += data.length;
      if (bytes > maxBytes) fail('it wrote too much');
      else out.push(data);
    });
    child.stderr.on('data', (data: Buffer) => {
      if (saidBytes < MAX_ERROR_BYTES) said.push(data);
      saidBytes += data.length;
    });
    child.on('error', (error) => fail(error.message));
    child.on('close', (code) => {
      clearTimeout(timer);
      this.#running.delete(child);
      if (code === 0) resolve(Buffer.concat(out));
      else reject(new GitFailure(name, Buffer.concat(said).toString('utf8').trim()));
    });
    // Git can exit before it has read all input.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input ?? '');
    return promise;
  }
}

/** Lowers the priority, so that reading a repository does not slow down sessions. */
function yieldToOthers({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, BEHIND);
  } catch {
    // The process has just ended.
  }
}

/** Ends the process and its children. SIGTERM first, so that git can remove its locks. */
function end(child: ChildProcess): void {
  signal(child, 'SIGTERM');
  const timer = setTimeout(() => signal(child, 'SIGKILL'), KILL_AFTER_MS);
  child.once('close', () => clearTimeout(timer));
}

function signal({ pid, exitCode, signalCode }: ChildProcess, name: NodeJS.Signals): void {
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  try {
    process.kill(-pid, name);
  } catch {
    // The process has just ended.
  }
}

/**
 * Finds git in a search path, or null. Only absolute folders count, so that a program in the working folder is never
 * used.
 */
export async function findGit(searchPath: string): Promise<Git | null> {
  for (const folder of searchPath.split(':').filter((each) => path.isAbsolute(each))) {
    const file = path.join(folder, 'git');
    const found = await stat(file).catch(() => null);
    if (found?.isFile() === true && (await succeeds(access(file, constants.X_OK)))) return new Git(file);
  }
  return null;
}
