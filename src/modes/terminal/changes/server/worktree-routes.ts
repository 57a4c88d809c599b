import { z } from 'zod';

import { AppError } from '#wire/error-kind.ts';
import { type Route, route } from '#wire/route.ts';

import {
  makeWorktree,
  removeWorktree,
  worktreeMade,
  worktreeProposal,
  worktreesAnswer,
  worktreesQuery,
} from '../protocol.ts';
import type { Changes } from './changes.ts';
import { Worktrees, type WorktreesOptions } from './worktrees.ts';

interface WorktreeRoutesOptions {
  readonly changes: Changes;
  /** Throws an AppError if a person cannot open terminals. */
  readonly requireAllowed: (person: string) => Promise<void>;
  /** Makes a path absolute; it can begin with `~`. Throws an AppError if it is not a folder. */
  readonly requireFolder: (folder: string) => Promise<string>;
  readonly terminalsIn: (person: string, folder: string) => ReturnType<WorktreesOptions['terminalsIn']>;
}

/** The routes of worktrees, in which several sessions work on one repository at the same time. */
export function worktreeRoutes({
  changes,
  requireAllowed,
  requireFolder,
  terminalsIn,
}: WorktreeRoutesOptions): Route[] {
  const worktreesFor = async (person: string) => {
    await requireAllowed(person);
    const git = await changes.git();
    if (!git) throw new AppError('refused', 'Git is not installed on this server.', { reason: 'no-git' });
    const { person: environment, trust } = changes.ofPerson();
    return new Worktrees({
      git,
      folder: changes.folder,
      person: environment,
      trust,
      excludes: await changes.excludes(),
      terminalsIn: (folder) => terminalsIn(person, folder),
    });
  };

  return [
    route({
      method: 'GET',
      path: '/api/terminals/worktrees',
      summary: 'The worktrees of the repository of a folder',
      query: worktreesQuery,
      answer: worktreesAnswer,
      async handle({ person, query: { folder } }) {
        await requireAllowed(person);
        if (!(await changes.git())) return { worktrees: [] };
        return await (await worktreesFor(person)).list(await requireFolder(folder));
      },
    }),
    route({
      method: 'GET',
      path: '/api/terminals/worktrees/proposal',
      summary: 'What a new worktree of the repository of a folder would be',
      query: worktreesQuery,
      answer: worktreeProposal,
      async handle({ person, query: { folder } }) {
        await requireAllowed(person);
        if (!(await changes.git()))
          return { repository: null, trouble: 'Git is not installed on this server.', proposal: null };
        return await (await worktreesFor(person)).propose(await requireFolder(folder));
      },
    }),
    route({
      method: 'POST',
      path: '/api/terminals/worktrees',
      summary: 'Makes a worktree with a new branch beside the repository of a folder',
      body: makeWorktree,
      answer: worktreeMade,
      async handle({ person, body: { folder, branch } }) {
        return await (await worktreesFor(person)).make({ folder: await requireFolder(folder), branch });
      },
    }),
    route({
      method: 'DELETE',
      path: '/api/terminals/worktrees',
      summary: 'Removes a worktree without changes, and its branch where that is merged',
      query: removeWorktree,
      answer: z.undefined(),
      async handle({ person, query: { path } }) {
        await (await worktreesFor(person)).remove(await requireFolder(path));
      },
    }),
  ];
}
