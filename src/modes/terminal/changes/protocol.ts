import { z } from 'zod';

import { at, id } from '#session/protocol.ts';

import { repositoryOfFolder } from '../protocol.ts';

/**
 * The wire formats of the changes that a session makes to files, and of worktrees. Paths are relative to the root that
 * an answer names, with `/` between folders. A person can access only their own terminals. Some requests also require
 * that they can open terminals.
 */

const filePath = z.string().min(1).max(4_096);
const MAX_PATHS = 5_000;
const MAX_MESSAGE = 20_000;

/**
 * Where a comparison begins: at the start of the session, of its latest turn, of the turn with that number, or at the
 * commit that is checked out. It ends with the current files.
 */
const since = z.string().regex(/^(?:start|turn|commit|turn-[1-9]\d{0,5})$/u, 'It is start, turn, turn-N or commit.');

/** The state of a file as it was shown. A request that changes the file is refused if the state has changed. */
const version = z.string().max(200);

const fileChange = z.object({
  path: filePath,
  /** The earlier path of a renamed file; null for others. */
  oldPath: filePath.nullable(),
  /** `type`: a file became a symbolic link or a submodule, or the reverse. `mode`: only its executable bit changed. */
  status: z.enum(['added', 'changed', 'deleted', 'renamed', 'mode', 'type']),
  /** `large`: over the size limit, so its content is not stored. */
  kind: z.enum(['text', 'binary', 'large', 'link', 'submodule']),
  /** Number of lines; null if they are not counted. */
  added: z.int().nullable(),
  removed: z.int().nullable(),
  /** How much of the difference to the last commit is staged. Null if there is no difference, and without git. */
  staged: z.enum(['none', 'part', 'all']).nullable(),
  isConflicted: z.boolean(),
  version,
});
export type FileChange = z.infer<typeof fileChange>;

const turn = z.object({
  /** Counted from 1 in each session. */
  turn: z.int().positive(),
  at,
  /** The beginning of the turn's prompt. */
  prompt: z.string(),
});

const branch = z.object({
  /** Null if no branch is checked out. */
  name: z.string().nullable(),
  /** The abbreviated id of the last commit; null before the first one. */
  commit: z.string().nullable(),
  /** The upstream branch, such as `origin/main`; null if there is none. */
  upstream: z.string().nullable(),
  /** Number of commits that only one of the two has; null if it is unknown. */
  ahead: z.int().nullable(),
  behind: z.int().nullable(),
  /** An unfinished operation of git. */
  underWay: z.enum(['merge', 'rebase', 'cherry-pick', 'revert', 'bisect', 'patches']).nullable(),
});

/** `GET /api/terminals/:terminal/changes?since=`: the files that changed. */
export const changesAnswer = z.object({
  /**
   * `git`: the whole repository is compared. `copies`: only files that Claude Code's tools named, in a folder without a
   * repository, or without git. `none`: nothing can be compared; `note` gives the reason.
   */
  source: z.enum(['git', 'copies', 'none']),
  /** The reason why the list is incomplete, or null. */
  note: z.string().nullable(),
  /** The folder that paths are relative to. */
  root: z.string(),
  branch: branch.nullable(),
  /** Oldest first. A long session lists only its latest turns. */
  turns: z.array(turn),
  /** Sorted by path. */
  files: z.array(fileChange),
  /** Whether there are more files than the list contains. */
  isCut: z.boolean(),
  /** The content of the next commit; null if nothing is staged, and without git. */
  staged: z
    .object({
      /** A hash of the staged content and of the commit that is checked out. */
      id: z.string(),
      files: z.int(),
      /** Number of lines. */
      added: z.int(),
      removed: z.int(),
      /** Paths of its first files; of a renamed file, both paths. */
      paths: z.array(filePath),
    })
    .nullable(),
  /** The reason why the staged files cannot be committed here; null if they can, or nothing is staged. */
  commitTrouble: z.string().nullable(),
});
export type ChangesAnswer = z.infer<typeof changesAnswer>;

const line = z.object({
  kind: z.enum(['same', 'removed', 'added']),
  text: z.string(),
  /** Line number before and after, counted from 1; null on the side that lacks the line. */
  old: z.int().nullable(),
  new: z.int().nullable(),
  /** Whether the text is longer than shown. */
  isCut: z.literal(true).optional(),
  /** Whether the line ends with a carriage return, which the text omits. */
  hasReturn: z.literal(true).optional(),
  /** Whether it is the last line of a file without a line feed at its end. */
  hasNoEnd: z.literal(true).optional(),
  /** Part of a conflict: a marker, or one of the sides. */
  conflict: z.enum(['marker', 'ours', 'base', 'theirs']).optional(),
});
export type ChangedLine = z.infer<typeof line>;

const hunk = z.object({
  /** A hash of the change. It does not depend on line numbers. */
  id: z.string(),
  lines: z.array(line),
});
export type Hunk = z.infer<typeof hunk>;

/** `GET /api/terminals/:terminal/changes/file?path=&since=` */
export const fileChangesAnswer = z.object({
  file: fileChange,
  /** Empty if no lines can be shown; `note` gives the reason. */
  hunks: z.array(hunk),
  /** Whether there are more hunks than the answer contains. */
  isCut: z.boolean(),
  /** The reason why the content is incomplete or inexact, such as its size or invalid UTF-8; null otherwise. */
  note: z.string().nullable(),
});
export type FileChangesAnswer = z.infer<typeof fileChangesAnswer>;

export const fileQuery = z.object({ since: since.default('start'), path: filePath });
export const changesQuery = z.object({ since: since.default('start') });

/** `POST /api/terminals/:terminal/changes/revert`: restores the earlier state. It can be undone. */
export const revertChanges = z.object({
  since,
  files: z
    .array(
      z.object({
        path: filePath,
        version,
        /** Ids of hunks; omitted for the whole file. */
        hunks: z.array(z.string().max(100)).min(1).max(MAX_PATHS).optional(),
      }),
    )
    .min(1)
    .max(MAX_PATHS),
});
export type RevertChanges = z.infer<typeof revertChanges>;

/** `POST /api/terminals/:terminal/changes/stage`. Of a renamed file, give both paths. */
export const stageChanges = z.object({
  paths: z.array(filePath).min(1).max(MAX_PATHS),
  /** False removes the files from the next commit. */
  isStaged: z.boolean(),
});
export type StageChanges = z.infer<typeof stageChanges>;

/** `POST /api/terminals/:terminal/changes/commit`: commits the staged files. */
export const commitChanges = z.object({
  message: z.string().trim().min(1, 'Write a message.').max(MAX_MESSAGE),
  /** The id of the staged content as it was shown. The commit is refused if the content has changed. */
  staged: z.string().max(200),
});
export type CommitChanges = z.infer<typeof commitChanges>;
export const committed = z.object({
  /** Abbreviated. */
  commit: z.string(),
});
export type Committed = z.infer<typeof committed>;

/** `POST /api/terminals/:terminal/changes/message`: proposes a commit message for the staged files. */
export const proposedMessage = z.object({
  message: z.string(),
  /** Whether the model of the role `titler` wrote it. */
  isByModel: z.boolean(),
});
export type ProposedMessage = z.infer<typeof proposedMessage>;

const worktree = z.object({
  path: z.string(),
  /** Null if no branch is checked out. */
  branch: z.string().nullable(),
  isMain: z.boolean(),
  /** Ignored files and folders, if the worktree otherwise equals its last commit. They are removed with it. */
  ignored: z.array(z.string()),
  /** Whether the branch of the main worktree contains all its commits. */
  isMerged: z.boolean(),
  /** Whether it is merged and commits were made on its branch. A new worktree is merged, but not done. */
  isDone: z.boolean(),
  /** The person's terminals in it. */
  sessions: z.array(id),
  /** The reason why it cannot be removed; null if it can. */
  removalTrouble: z.string().nullable(),
});
export type Worktree = z.infer<typeof worktree>;

/** `GET /api/terminals/worktrees?folder=`: the worktrees of a folder's repository, each with its state. */
export const worktreesQuery = z.object({ folder: z.string().min(1).max(4_000) });
export const worktreesAnswer = z.object({ worktrees: z.array(worktree) });
export type WorktreesAnswer = z.infer<typeof worktreesAnswer>;

/** `GET /api/terminals/worktrees/proposal?folder=`: answered without reading the files of the worktrees. */
export const worktreeProposal = z.object({
  /** Null if the folder is in no repository; `trouble` then says so. */
  repository: repositoryOfFolder.nullable(),
  /** The reason why no worktree can be made here; null if one can. */
  trouble: z.string().nullable(),
  /** For a new worktree: the folder of a branch, with `{branch}` as a placeholder, and the existing branches. */
  proposal: z.object({ folder: z.string(), branches: z.array(z.string()) }).nullable(),
});
export type WorktreeProposal = z.infer<typeof worktreeProposal>;

/** `POST /api/terminals/worktrees`: makes a worktree next to the repository, with a new branch from the last commit. */
export const makeWorktree = z.object({
  folder: z.string().min(1).max(4_000),
  branch: z.string().trim().min(1, 'Name the branch.').max(200),
});
export type MakeWorktree = z.infer<typeof makeWorktree>;
/** `folder`: the folder for the terminal, at the same place in the worktree as the given folder in its repository. */
export const worktreeMade = z.object({ path: z.string(), folder: z.string(), branch: z.string() });
export type WorktreeMade = z.infer<typeof worktreeMade>;

/** `DELETE /api/terminals/worktrees?path=`: removes a clean worktree, and its branch if that is merged. */
export const removeWorktree = z.object({ path: z.string().min(1).max(4_000) });
