import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import path from 'node:path';

import { succeeds } from '#kernel/succeeds.ts';
import { AppError } from '#wire/error-kind.ts';

import type { AgentName, Program } from '../../protocol.ts';
import { AGENTS, agentTitle } from '../domain/agents.ts';
import { hasOwnSettings } from '../domain/claude-arguments.ts';

/** Where installers put programs, below the person's home. Claude Code has its own places, other agents theirs. */
const CLAUDE_PLACES = ['.local/bin', '.claude/local'];
const AGENT_PLACES = ['.local/bin', '.opencode/bin', '.bun/bin', '.cargo/bin', '.npm-global/bin'];
const HOW_TO_INSTALL =
  'Claude Code was not found. Install it with “npm install -g @anthropic-ai/claude-code”, or set WARREN_CLAUDE to its path.';

interface Lookup {
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** The value of WARREN_CLAUDE. */
  readonly claude: string | undefined;
}

/**
 * The file of a program and its arguments, for the CLI without the person's own. Throws an AppError if the program is
 * not found.
 */
export async function findProgram(
  program: Program,
  lookup: Lookup,
): Promise<{ readonly file: string; readonly args: readonly string[] }> {
  if (program.kind === 'claude') {
    const file = await findClaude(lookup);
    if (file === null) throw new AppError('refused', HOW_TO_INSTALL, { reason: 'no-claude' });
    if (hasOwnSettings(program.arguments))
      throw new AppError(
        'malformed',
        'Warren gives Claude Code settings of its own, and it takes one file of them: write yours into its settings instead.',
        {
          field: 'program.arguments',
        },
      );
    const { model, permissionMode } = program;
    return {
      file,
      args: [
        ...(model === null ? [] : ['--model', model]),
        // Always passed: the CLI's own default can be a mode that does not ask.
        '--permission-mode',
        permissionMode,
      ],
    };
  }
  if (program.kind === 'agent') {
    const file = await findAgent(program.agent, lookup);
    if (file !== null) return { file, args: program.arguments };
    throw new AppError('refused', `${agentTitle(program.agent)} was not found on this machine. Install it first.`, {
      reason: 'no-agent',
    });
  }
  const [name, ...args] = program.command;
  if (name === undefined) return { file: shellOf(lookup.env), args: ['-l'] };
  const file = await findCommand(name, lookup);
  if (file === null)
    throw new AppError('malformed', `There is no program ${name} that can be run. Check its name or give its path.`, {
      field: 'program.command',
    });
  return { file, args };
}

/** The path of the CLI, from WARREN_CLAUDE, the person's PATH, or a usual place. */
export async function findClaude({ env, claude }: Omit<Lookup, 'cwd'>): Promise<string | null> {
  // Resolved from the server's folder, not the terminal's: the person may not trust that one yet.
  if (claude !== undefined && claude !== '') return await findCommand(claude, { env, cwd: process.cwd() });
  return await findInstalled('claude', env, CLAUDE_PLACES);
}

export async function findAgents(env: Lookup['env']): Promise<readonly AgentName[]> {
  const found = await Promise.all(AGENTS.map(async ({ agent }) => ({ agent, file: await findAgent(agent, { env }) })));
  return found.flatMap(({ agent, file }) => (file === null ? [] : agent));
}

const findAgent = (agent: AgentName, { env }: Pick<Lookup, 'env'>) => findInstalled(agent, env, AGENT_PLACES);

/** The path of a program, from the person's PATH or a usual place. */
async function findInstalled(name: string, env: Lookup['env'], usual: readonly string[]): Promise<string | null> {
  const places = (env['PATH'] ?? '').split(':').filter((place) => path.isAbsolute(place));
  const usualPlaces = usual.map((place) => path.join(env['HOME'] ?? '/', place));
  return await findCommand(name, { env: { PATH: [...places, ...usualPlaces].join(':') }, cwd: '/' });
}

export function shellOf(env: Lookup['env']): string {
  const shell = env['SHELL'];
  return shell !== undefined && path.isAbsolute(shell) ? shell : '/bin/sh';
}

async function findCommand(name: string, { env, cwd }: Pick<Lookup, 'env' | 'cwd'>): Promise<string | null> {
  if (name === '') return null;
  const places = name.includes('/')
    ? [path.resolve(cwd, name)]
    : (env['PATH'] ?? '').split(':').map((folder) => path.resolve(cwd, folder, name));
  for (const place of places) if (await isExecutable(place)) return place;
  return null;
}

async function isExecutable(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => null);
  return found?.isFile() === true && (await succeeds(access(file, constants.X_OK)));
}
