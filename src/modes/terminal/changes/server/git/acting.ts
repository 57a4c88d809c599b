import { AppError } from '#wire/error-kind.ts';

import type { Repository } from './find-repository.ts';
import { type Git, GitFailure } from './run-git.ts';

export interface ActingOptions {
  readonly git: Git;
  readonly repository: Repository;
  /** The environment of the person's terminals. */
  readonly person: Readonly<Record<string, string>>;
  /** Whether Claude Code was allowed to trust the folder: then git acts as in the person's terminal. */
  readonly isTrusted: boolean;
}

/** Settings that name a program which git would run for a file. */
const PROGRAMS = /^(?:filter\..*\.(?:clean|smudge|process)|diff\..*\.(?:command|textconv)|merge\..*\.driver)$/isu;
const REQUIRED = /^filter\..*\.required$/isu;
/** The person's own settings that decide about line ends. */
const LINE_ENDS = ['core.autocrlf', 'core.eol'];
const MAX_SAID = 2_000;

interface Action {
  readonly args: readonly string[];
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly maxMs?: number;
}

/**
 * Acts on a repository because a person asked for it. In a trusted folder that is what the same command does in their
 * terminal. In every other one nothing that the repository names is run: its hooks, filters and drivers are switched off.
 */
export class Acting {
  readonly #options: ActingOptions;
  #settings: Promise<Readonly<Record<string, string>>> | undefined;

  constructor(options: ActingOptions) {
    this.#options = options;
  }

  get isTrusted(): boolean {
    return this.#options.isTrusted;
  }

  async #run(action: Action): Promise<string> {
    const { git, repository, person, isTrusted } = this.#options;
    if (isTrusted) return await git.text({ ...action, cwd: repository.root, asPerson: { ...person, ...LITERAL } });
    return await this.look(action);
  }

  /** Runs a command that only reads: nothing that the repository names is run, in a trusted folder neither. */
  async look(action: Action): Promise<string> {
    this.#settings ??= this.#switchedOff();
    return await this.#alone({ ...action, env: { ...(await this.#settings), ...action.env } });
  }

  /** The same, with what git said as the reason of a refusal. */
  async do(what: string, action: Action): Promise<string> {
    return await this.#run(action).catch((error: unknown) => {
      if (!(error instanceof GitFailure)) throw error;
      throw new AppError('refused', `${what}: ${error.said.slice(0, MAX_SAID) || 'git failed.'}`, {
        reason: 'git-failed',
      });
    });
  }

  /** A setting as the person's own commands have it; empty without. Reading settings runs nothing. */
  async setting(name: string): Promise<string> {
    const { git, repository, person } = this.#options;
    const args = ['config', '--get', name];
    return await git.text({ args, cwd: repository.root, asPerson: person }).then(
      (text) => text.trim(),
      () => '',
    );
  }

  #alone(action: Action): Promise<string> {
    const { git, repository } = this.#options;
    const env = { GIT_DIR: repository.gitFolder, GIT_WORK_TREE: repository.root, ...action.env };
    return git.text({ ...action, cwd: repository.root, env });
  }

  /** Settings for a command that win over those that name programs. */
  async #switchedOff(): Promise<Readonly<Record<string, string>>> {
    const names = (await this.#alone({ args: ['config', '--list', '--name-only', '-z'] })).split('\0');
    const own = await Promise.all(LINE_ENDS.map(async (name) => [name, await this.setting(name)] as const));
    const settings = [
      ...names.filter((name) => PROGRAMS.test(name)).map((name) => [name, ''] as const),
      ...names.filter((name) => REQUIRED.test(name)).map((name) => [name, 'false'] as const),
      ...own.filter(([, value]) => value !== ''),
    ];
    const entries = settings.flatMap(([name, value], at) => [
      [`GIT_CONFIG_KEY_${at}`, name],
      [`GIT_CONFIG_VALUE_${at}`, value],
    ]);
    return { GIT_CONFIG_COUNT: String(settings.length), ...Object.fromEntries(entries) };
  }
}

const LITERAL = { GIT_LITERAL_PATHSPECS: '1' };
