import { z } from 'zod';

import { at, id } from '#session/protocol.ts';

import { repositoryOfFolder } from '../protocol.ts';

/**
 * The wire formats of the changes that a session makes to files, and of worktrees. Paths are relative to the root that
 * an answer names, with `/` between folders. A person asks for their own terminals only, and may have to be allowed to
 * open terminals.
 */

const filePath = z.string().min(1).max(4_096);
const MAX_PATHS = 5_000;
const MAX_MESSAGE = 20_000;

/**
 * Where a comparison begins: the start of the session, of its latest turn, of the turn with that number, or the commit
 * that is checked out. It ends with the files as they are.
 */
const since = z.string().regex(/^(?:start|turn|commit|turn-[1-9]\d{0,5})$/u, 'It is start, turn, turn-N or commit.');

/** The state of a file as it was shown: a request that changes it is refused if it is another one by then. */
const version = z.string().max(200);

const fileChange = z.object({
  path: filePath,
  /** The earlier path of a renamed file; null for every other one. */
  oldPath: filePath.nullable(),
  /** `type`: a file became a symbolic link, a submodule or the reverse. `mode`: only the permission to run it changed. */
  status: z.enum(['added', 'changed', 'deleted', 'renamed', 'mode', 'type']),
  /** `large`: over the limit, so that its content is not kept. */
  kind: z.enum(['text', 'binary', 'large', 'link', 'submodule']),
  /** Lines; null where they are not counted. */
  added: z.int().nullable(),
  removed: z.int().nullable(),
  /** Of the difference to the last commit. Null where there is none, and without git. */
  staged: z.enum(['none', 'part', 'all']).nullable(),
  isConflicted: z.boolean(),
  version,
});
export type FileChange = z.infer<typeof fileChange>;

const turn = z.object({
  /** Counted from 1 in each session. */
  turn: z.int().positive(),
  at,
  /** The beginning of its prompt. */
  prompt: z.string(),
});

const branch = z.object({
  /** Null where no branch is checked out. */
  name: z.string().nullable(),
  /** The abbreviated id of the last commit; null before the first one. */
  commit: z.string().nullable(),
  /** The branch that it follows, such as `origin/main`; null without one. */
  upstream: z.string().nullable(),
  /** Commits that only one of the two has; null where that is not known. */
  ahead: z.int().nullable(),
  behind: z.int().nullable(),
  /** What has begun in the terminal and is not over. */
  underWay: z.enum(['merge', 'rebase', 'cherry-pick', 'revert', 'bisect', 'patches']).nullable(),
});

/** `GET /api/terminals/:terminal/changes?since=`: the files that changed. */
export const changesAnswer = z.object({
  /**
   * `git`: of the whole repository. `copies`: of the files that Claude Code's tools named, in a folder without a
   * repository, or without git. `none`: nothing is known of changes; `note` says why.
   */
  source: z.enum(['git', 'copies', 'none']),
  /** What keeps the list from being whole; null if nothing does. */
  note: z.string().nullable(),
  /** The folder that paths are relative to. */
  root: z.string(),
  branch: branch.nullable(),
  /** Oldest first; the latest ones of a long session. */
  turns: z.array(turn),
  /** By path. */
  files: z.array(fileChange),
  /** There are more files than are listed. */
  isCut: z.boolean(),
  /** What a commit would hold; null where nothing is staged, and without git. */
  staged: z
    .object({
      /** A hash of it and of the commit that is checked out. */
      id: z.string(),
      files: z.int(),
      /** Lines. */
      added: z.int(),
      removed: z.int(),
      /** The first of its files; of a renamed one, both its paths. */
      paths: z.array(filePath),
    })
    .nullable(),
  /** Why what is staged cannot be committed here; null if it can, or nothing is staged. */
  commitTrouble: z.string().nullable(),
});
export type ChangesAnswer = z.infer<typeof changesAnswer>;

const line = z.object({
  kind: z.enum(['same', 'removed', 'added']),
  text: z.string(),
  /** Its number before and after, counted from 1; null where it is missing. */
  old: z.int().nullable(),
  new: z.int().nullable(),
  /** Its text goes on. */
  isCut: z.literal(true).optional(),
  /** It ends with a carriage return, which the text does not have. */
  hasReturn: z.literal(true).optional(),
  /** The last line of a file that does not end with a line feed. */
  hasNoEnd: z.literal(true).optional(),
  /** A part of a conflict: its markers, or a side that they enclose. */
  conflict: z.enum(['marker', 'ours', 'base', 'theirs']).optional(),
});
export type ChangedLine = z.infer<typeof line>;

const hunk = z.object({
  /** A hash of what it changes: equal where it stands at other lines. */
  id: z.string(),
  lines: z.array(line),
});
export type Hunk = z.infer<typeof hunk>;

/** `GET /api/terminals/:terminal/changes/file?path=&since=` */
export const fileChangesAnswer = z.object({
  file: fileChange,
  /** Empty where nothing can be shown; `note` says why. */
  hunks: z.array(hunk),
  /** There are more hunks than are given. */
  isCut: z.boolean(),
  /** Why it is shown in part, or not as it is: its size, bytes that are no UTF-8. Null otherwise. */
  note: z.string().nullable(),
});
export type FileChangesAnswer = z.infer<typeof fileChangesAnswer>;

export const fileQuery = z.object({ since: since.default('start'), path: filePath });
export const changesQuery = z.object({ since: since.default('start') });

/** `POST /api/terminals/:terminal/changes/revert`: puts back what was before. It can be undone. */
export const revertChanges = z.object({
  since,
  files: z
    .array(
      z.object({
        path: filePath,
        version,
        /** By their ids; omitted: the whole file. */
        hunks: z.array(z.string().max(100)).min(1).max(MAX_PATHS).optional(),
      }),
    )
    .min(1)
    .max(MAX_PATHS),
});
export type RevertChanges = z.infer<typeof revertChanges>;

/** `POST /api/terminals/:terminal/changes/stage`: of a renamed file, both its paths. */
export const stageChanges = z.object({
  paths: z.array(filePath).min(1).max(MAX_PATHS),
  /** False: takes them out of the next commit. */
  isStaged: z.boolean(),
});
export type StageChanges = z.infer<typeof stageChanges>;

/** `POST /api/terminals/:terminal/changes/commit`: commits what is staged. */
export const commitChanges = z.object({
  message: z.string().trim().min(1, 'Write a message.').max(MAX_MESSAGE),
  /** The id of what is staged, as it was shown: refused if it is another one by then. */
  staged: z.string().max(200),
});
export type CommitChanges = z.infer<typeof commitChanges>;
export const committed = z.object({
  /** Abbreviated. */
  commit: z.string(),
});
export type Committed = z.infer<typeof committed>;

/** `POST /api/terminals/:terminal/changes/message`: a message for a commit of what is staged. */
export const proposedMessage = z.object({
  message: z.string(),
  /** Whether the model of the role `titler` wrote it. */
  isByModel: z.boolean(),
});
export type ProposedMessage = z.infer<typeof proposedMessage>;

const worktree = z.object({
  path: z.string(),
  /** Null where no branch is checked out. */
  branch: z.string().nullable(),
  isMain: z.boolean(),
  /** Files and folders that git ignores, where nothing in it differs from its last commit. They are removed with it. */
  ignored: z.array(z.string()),
  /** Every commit of it is in the branch of the main worktree. */
  isMerged: z.boolean(),
  /** It is merged, and commits were made on its branch: one that was only just made is merged, but not done. */
  isDone: z.boolean(),
  /** The person's terminals in it. */
  sessions: z.array(id),
  /** Why it cannot be removed; null if it can. */
  removalTrouble: z.string().nullable(),
});
export type Worktree = z.infer<typeof worktree>;

/** `GET /api/terminals/worktrees?folder=`: those of the repository of a folder, each with its state. */
export const worktreesQuery = z.object({ folder: z.string().min(1).max(4_000) });
export const worktreesAnswer = z.object({ worktrees: z.array(worktree) });
export type WorktreesAnswer = z.infer<typeof worktreesAnswer>;

/** `GET /api/terminals/worktrees/proposal?folder=`: answered without a look at the files of the worktrees. */
export const worktreeProposal = z.object({
  /** Null where the folder is in no repository; `trouble` says it. */
  repository: repositoryOfFolder.nullable(),
  /** Why no worktree can be made here; null if one can. */
  trouble: z.string().nullable(),
  /** Of a new one: the folder for a branch, with `{branch}` in it, and the branches that there are. */
  proposal: z.object({ folder: z.string(), branches: z.array(z.string()) }).nullable(),
});
export type WorktreeProposal = z.infer<typeof worktreeProposal>;

/** `POST /api/terminals/worktrees`: makes a worktree beside the repository, with a new branch from the last commit. */
export const makeWorktree = z.object({
  folder: z.string().min(1).max(4_000),
  branch: z.string().trim().min(1, 'Name the branch.').max(200),
});
export type MakeWorktree = z.infer<typeof makeWorktree>;
/** `folder`: what a terminal is opened in, the same place in the repository as the one that was given. */
export const worktreeMade = z.object({ path: z.string(), folder: z.string(), branch: z.string() });
export type WorktreeMade = z.infer<typeof worktreeMade>;

/** `DELETE /api/terminals/worktrees?path=`: removes a clean worktree, and its branch where that is merged. */
export const removeWorktree = z.object({ path: z.string().min(1).max(4_000) });
