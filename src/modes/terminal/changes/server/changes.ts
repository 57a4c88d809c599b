import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

import { z } from 'zod';

import type { Log } from '#session/server/dependencies.ts';

import type { Hook } from '../../hooks/domain/read-hook.ts';
import { readStart } from './git/find-repository.ts';
import { findGit, type Git } from './git/run-git.ts';
import { SessionChanges, type SessionChangesOptions } from './session-changes.ts';

interface ChangesOptions {
  /** The folder for the data of each session. It must contain nothing else. */
  readonly folder: string;
  /** The environment of the person's terminals. */
  readonly environment: () => Readonly<Record<string, string>>;
  readonly now: () => number;
  readonly log: Log;
}

/** Variables that would direct git to another repository. */
const ELSEWHERE = /^GIT_(?:DIR|WORK_TREE|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|COMMON_DIR)$/u;
/** Tools that change a file, and the input field with its path. */
const CHANGING: Readonly<Record<string, string>> = {
  Edit: 'file_path',
  Write: 'file_path',
  MultiEdit: 'file_path',
  NotebookEdit: 'notebook_path',
};
const toolInput = z.record(z.string(), z.unknown());
const EXCLUDES_FILE = ['config', '--includes', '--type=path', '--get', 'core.excludesFile'];
const MAX_EXCLUDES = 1024 * 1024;

/** The changes in the folders of all sessions. Sessions never wait for this work. */
export class Changes {
  readonly #options: ChangesOptions;
  readonly #sessions = new Map<string, SessionChanges>();
  readonly #working = new Set<Promise<void>>();
  #git: Promise<Git | null> | undefined;

  constructor(options: ChangesOptions) {
    this.#options = options;
  }

  /** Null if git is not installed. */
  git(): Promise<Git | null> {
    return (this.#git ??= findGit(this.#options.environment()['PATH'] ?? ''));
  }

  /** The environment of the person's terminals, and the file in which Claude Code stores the folders it trusts. */
  ofPerson(): Pick<SessionChangesOptions, 'person' | 'trust'> {
    const entries = Object.entries(this.#options.environment()).filter(([name]) => !ELSEWHERE.test(name));
    const asking = { GIT_TERMINAL_PROMPT: '0', GIT_EDITOR: 'false', GIT_PAGER: 'cat' };
    const person: Record<string, string> = { ...Object.fromEntries(entries), ...asking };
    return { person, trust: path.join(person['CLAUDE_CONFIG_DIR'] ?? person['HOME'] ?? '/', '.claude.json') };
  }

  /** The person's global ignore patterns of git; null if there are none. Reads no repository. */
  async excludes(): Promise<string | null> {
    const { person: env } = this.ofPerson();
    const home = env['HOME'] ?? '/';
    const usual = path.join(env['XDG_CONFIG_HOME'] || path.join(home, '.config'), 'git', 'ignore');
    const command = { args: EXCLUDES_FILE, cwd: '/', env: { GIT_DIR: '/dev/null' }, asPerson: env };
    const named = await (await this.git())?.text(command).catch(() => '');
    return await readStart(named?.trim() || usual, MAX_EXCLUDES);
  }

  async of(session: string, work: string): Promise<SessionChanges> {
    const known = this.#sessions.get(session);
    if (known) return known;
    const git = await this.git();
    const made = new SessionChanges({
      ...this.ofPerson(),
      git,
      work,
      folder: this.folderOf(session),
      excludes: git && (await this.excludes()),
    });
    // A concurrent call may have been faster.
    const first = this.#sessions.get(session) ?? made;
    this.#sessions.set(session, first);
    return first;
  }

  /** Old data in it is removed, even that of deleted sessions. */
  get folder(): string {
    return this.#options.folder;
  }

  folderOf(session: string): string {
    return path.join(this.folder, session);
  }

  /** Call it when the program of a session has started. */
  began(session: string, work: string): void {
    const at = this.#options.now();
    this.#beside(session, async () => await (await this.of(session, work)).begin(at));
  }

  /** A prompt begins a turn. A tool call names the file that it is about to change. */
  hear(session: string, work: string, hook: Hook): void {
    if ('isOther' in hook) return;
    const at = this.#options.now();
    if (hook.hook_event_name === 'UserPromptSubmit' && hook.agent_id === undefined)
      this.#beside(session, async () => await (await this.of(session, work)).turn(at, hook.prompt));
    if (hook.hook_event_name !== 'PreToolUse') return;
    const field = CHANGING[hook.tool_name];
    const file = field === undefined ? undefined : toolInput.safeParse(hook.tool_input).data?.[field];
    if (typeof file === 'string')
      this.#beside(session, async () => await (await this.of(session, work)).aboutToChange(file));
  }

  /** Removes the data of a session that does not run. */
  async remove(session: string): Promise<void> {
    const known = this.#sessions.get(session);
    this.#sessions.delete(session);
    await known?.inOrder(() => Promise.resolve());
    await rm(this.folderOf(session), { recursive: true, force: true });
  }

  /** Removes the data of sessions that are not in `keep` and had no turn within `maxAgeMs`. */
  async removeOld({
    maxAgeMs,
    now,
    keep,
  }: {
    maxAgeMs: number;
    now: number;
    keep: ReadonlySet<string>;
  }): Promise<void> {
    for (const session of await readdir(this.#options.folder).catch(() => [])) {
      if (keep.has(session)) continue;
      const used = await stat(this.folderOf(session)).catch(() => null);
      if (used && now - used.mtimeMs > maxAgeMs) await this.remove(session).catch(() => undefined);
    }
  }

  /** Resolves once all work that has begun is done. */
  async settle(): Promise<void> {
    await Promise.all(this.#working);
  }

  async close(): Promise<void> {
    (await this.#git)?.close();
    await this.settle();
  }

  #beside(session: string, work: () => Promise<void>): void {
    const working = work()
      .catch((error: unknown) => this.#options.log.error(`The files of terminal ${session} could not be kept`, error))
      .finally(() => this.#working.delete(working));
    this.#working.add(working);
  }
}
