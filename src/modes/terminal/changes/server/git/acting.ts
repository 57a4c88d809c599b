import { AppError } from '#wire/error-kind.ts';

import type { Repository } from './find-repository.ts';
import { type Git, GitFailure } from './run-git.ts';

export interface ActingOptions {
  readonly git: Git;
  readonly repository: Repository;
  /** The environment of the person's terminals. */
  readonly person: Readonly<Record<string, string>>;
  /** Whether Claude Code trusts the folder. If so, git runs as in the person's terminal. */
  readonly isTrusted: boolean;
}

/** Settings that name a program that git would run on a file. */
const PROGRAMS = /^(?:filter\..*\.(?:clean|smudge|process)|diff\..*\.(?:command|textconv)|merge\..*\.driver)$/isu;
const REQUIRED = /^filter\..*\.required$/isu;
const HOOKS = /^hook\..*\.(?:command|event)$/isu;
const LINE_ENDS = ['core.autocrlf', 'core.eol'];
/** High, because hooks, filters and large repositories take time. */
const MAX_ACTION_MS = 120_000;
const MAX_SAID = 2_000;

interface Settings {
  readonly env: Readonly<Record<string, string>>;
  /** False if a name is not valid UTF-8 and so cannot be put into an environment. */
  readonly isWhole: boolean;
}

interface Action {
  readonly args: readonly string[];
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly maxMs?: number;
}

/**
 * Changes a repository at a person's request. In a trusted folder, commands run as in the person's terminal. In other
 * folders nothing that the repository names is run: its hooks, filters and drivers are switched off.
 */
export class Acting {
  readonly #options: ActingOptions;
  #settings: Promise<Settings> | undefined;
  #own: Promise<ReadonlyMap<string, string>> | undefined;

  constructor(options: ActingOptions) {
    this.#options = options;
  }

  get isTrusted(): boolean {
    return this.#options.isTrusted;
  }

  async #run(action: Action): Promise<string> {
    const { git, repository, person, isTrusted } = this.#options;
    if (isTrusted) return await git.text({ maxMs: MAX_ACTION_MS, ...action, cwd: repository.root, asPerson: person });
    return await this.look({ maxMs: MAX_ACTION_MS, ...action, env: { ...(await this.switchedOff()), ...action.env } });
  }

  /** Settings, as variables, that keep the repository from running programs. Throws if one cannot be expressed. */
  async switchedOff(): Promise<Settings['env']> {
    const { env, isWhole } = await (this.#settings ??= this.#readSettings());
    if (isWhole) return env;
    const message =
      'A setting of this repository names a program, and has a name that is no UTF-8. Act in the terminal.';
    throw new AppError('refused', message, { reason: 'not-trusted' });
  }

  /** Runs a command that reads objects, names or attributes. It must read no file to which a filter applies. */
  look(action: Action): Promise<string> {
    const { git, repository } = this.#options;
    const env = { GIT_DIR: repository.gitFolder, GIT_WORK_TREE: repository.root, ...action.env };
    return git.text({ ...action, cwd: repository.root, env });
  }

  /** Runs a command that changes the repository. Git's error message becomes the reason of a refusal. */
  async do(what: string, action: Action): Promise<string> {
    return await this.#run(action).catch((error: unknown) => {
      if (!(error instanceof GitFailure)) throw error;
      throw new AppError('refused', `${what}: ${error.said.slice(0, MAX_SAID) || 'git failed.'}`, {
        reason: 'git-failed',
      });
    });
  }

  /** The value of a setting for the person's own commands; empty if it is not set. `name`: in lower case. */
  async setting(name: string): Promise<string> {
    return (await (this.#own ??= this.#readOwn())).get(name) ?? '';
  }

  /** Safe in every folder: reading settings runs no program. */
  async #readOwn(): Promise<ReadonlyMap<string, string>> {
    const { git, repository, person } = this.#options;
    const command = { args: ['config', '--list', '-z'], cwd: repository.root, asPerson: person };
    const listed = (await git.text(command).catch(() => '')).split('\0');
    // A setting that is written without `=` has no newline and no value.
    return new Map(
      listed.map((each) => {
        const [name = '', ...value] = each.split('\n');
        return [name, value.join('\n').trim()];
      }),
    );
  }

  /** Settings of line ends, as the person's own commands have them. */
  async lineEnds(): Promise<readonly (readonly [name: string, value: string])[]> {
    const all = await Promise.all(LINE_ENDS.map(async (name) => [name, await this.setting(name)] as const));
    return all.filter(([, value]) => value !== '');
  }

  /** Settings that override those that name programs. */
  async #readSettings(): Promise<Settings> {
    const names = (await this.look({ args: ['config', '--list', '--name-only', '-z'] })).split('\0');
    const settings = [
      ...names.filter((name) => PROGRAMS.test(name)).map((name) => [name, ''] as const),
      ...names.filter((name) => REQUIRED.test(name)).map((name) => [name, 'false'] as const),
      ...names
        .filter((name) => HOOKS.test(name))
        .map((name) => [`${name.slice(0, name.lastIndexOf('.'))}.enabled`, 'false'] as const),
      ...(await this.lineEnds()),
    ];
    const entries = settings.flatMap(([name, value], at) => [
      [`GIT_CONFIG_KEY_${at}`, name],
      [`GIT_CONFIG_VALUE_${at}`, value],
    ]);
    return {
      env: { GIT_CONFIG_COUNT: String(settings.length), ...Object.fromEntries(entries) },
      isWhole: !settings.some(([name]) => name.includes('\uFFFD')),
    };
  }
}
