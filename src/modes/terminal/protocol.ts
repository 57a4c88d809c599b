import { z } from 'zod';

import { DIRECTION_MARKS, hasNoDirectionMarks } from '#kernel/clean-text.ts';
import { at, event, id, sessionStartedBase } from '#session/protocol.ts';

/** The wire formats of terminals. The bytes of a screen are framed in `screen/domain/frames.ts`. */

const MIN_COLS = 20;
const MAX_COLS = 500;
const MIN_ROWS = 5;
const MAX_ROWS = 300;
const MAX_ARGUMENTS = 100;
const MAX_TEXT = 4_000;
const text = z
  .string()
  .max(MAX_TEXT)
  .refine((value) => !value.includes('\0'), 'It has a NUL character.');

export const screenSize = z.object({
  cols: z.int().min(MIN_COLS).max(MAX_COLS),
  rows: z.int().min(MIN_ROWS).max(MAX_ROWS),
});

/** The CLI's permission modes that Warren sets. `bypassPermissions` is never among them. */
const permissionMode = z.enum(['default', 'plan', 'acceptEdits', 'auto', 'dontAsk']);
export type PermissionMode = z.infer<typeof permissionMode>;
/** The mode that the CLI is in. Its own arguments can start it without any permission checks. */
export const shownPermissionMode = z.enum([...permissionMode.options, 'bypassPermissions']);
export type ShownPermissionMode = z.infer<typeof shownPermissionMode>;
/** `PUT /api/terminals/:id/permission-mode` */
export const permissionModeChange = z.object({ mode: permissionMode });

const agentName = z.enum(['codex', 'gemini', 'opencode', 'aider']);
export type AgentName = z.infer<typeof agentName>;

export const program = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('claude'),
    model: text.nullable().default(null),
    permissionMode: permissionMode.default('default'),
    arguments: z.array(text).max(MAX_ARGUMENTS).default([]),
    /** Its chat gets the exact text of each paragraph from a hook, which delays the terminal's display. */
    hasExactText: z.boolean().default(false),
    /** An old session of Claude Code to resume or, as a fork, to start a new one from. */
    resume: z
      .object({ claudeSession: z.uuid(), isFork: z.boolean().default(false) })
      .nullable()
      .default(null),
  }),
  /** An agent of others. Warren runs it, but reads no chat from it. */
  z.object({ kind: z.literal('agent'), agent: agentName, arguments: z.array(text).max(MAX_ARGUMENTS).default([]) }),
  /** An empty list means the person's shell. */
  z.object({ kind: z.literal('command'), command: z.array(text).max(MAX_ARGUMENTS).default([]) }),
]);
export type Program = z.infer<typeof program>;

/** What Claude Code can do with the library, over the Model Context Protocol. */
const libraryWish = z.object({
  /** The only bucket that is open; null for the whole library. */
  bucketId: id.nullable(),
  /** It can also add sources. */
  canKeep: z.boolean(),
});
export type LibraryWish = z.infer<typeof libraryWish>;
const libraryAccess = z.object({
  bucket: z.object({ id, name: z.string() }).nullable(),
  canKeep: z.boolean(),
});

/** `POST /api/terminals` */
export const openTerminal = z.object({
  /** Made by the client: a repeated request opens no second terminal. */
  id: id.optional(),
  /** An absolute path on the server, or one that begins with `~`. */
  folder: text.min(1, 'Name a folder.'),
  program: program.default({
    kind: 'claude',
    model: null,
    permissionMode: 'default',
    arguments: [],
    hasExactText: false,
    resume: null,
  }),
  title: z.string().trim().max(200).refine(hasNoDirectionMarks, DIRECTION_MARKS).optional(),
  /** Whether the program gets the keys that the server was started with. */
  billsKey: z.boolean().default(false),
  /** Null: the library is closed to the program. */
  library: libraryWish.nullable().default(null),
  size: screenSize.optional(),
});
export type OpenTerminal = z.infer<typeof openTerminal>;
export const terminalOpened = z.object({ session: id });

/** Why a run ended, as far as known. */
export const exit = z.object({
  exitCode: z.int().nullable(),
  signal: z.int().nullable(),
  /** `exited` by itself, `stopped` by the person, `lost` with the server that ran it, or `failed` to start. */
  reason: z.enum(['exited', 'stopped', 'lost', 'failed']),
  /** The problem, for a run that failed to start. */
  message: z.string().optional(),
});
export type TerminalExit = z.infer<typeof exit>;

export const terminalStatus = z.enum([
  'starting',
  'set-up',
  'waiting-for-trust',
  'idle',
  'thinking',
  'running-a-tool',
  'needs-permission',
  'asks-a-question',
  'retrying',
  'compacting',
  'suspended',
  'running',
  /** `quiet`: an agent of others that writes nothing. `rang`: one that rang its bell since somebody typed. */
  'quiet',
  'rang',
  'ended',
  'lost',
]);
export type TerminalStatus = z.infer<typeof terminalStatus>;

/** The usage of a session of the CLI, from its status line. Null for values that it does not report. */
export const terminalUsage = z.object({
  model: z.string().nullable(),
  /** Absent in logs of earlier versions. */
  effort: z.string().nullable().optional(),
  costUsd: z.number().nullable(),
  /** Share of the context window, 0 to 100. */
  contextPercent: z.number().nullable(),
  /** Share of the plan's limits, 0 to 100. */
  fiveHourPercent: z.number().nullable(),
  sevenDayPercent: z.number().nullable(),
});
export type TerminalUsage = z.infer<typeof terminalUsage>;

const statusFacts = {
  status: terminalStatus,
  /** The tool, the question or the error; null if there is nothing to report. */
  detail: z.string().nullable(),
  /** The latest line of the program; null if it did not change. */
  line: z.string().nullable(),
};

export const terminalStarted = sessionStartedBase.extend({
  mode: z.literal('terminal'),
  folder: z.string(),
  program,
  billsKey: z.boolean(),
  /** The part of the library that is open to its program. Absent if there is none. */
  library: libraryAccess.optional(),
});
/** A program was started in the terminal, for the first time or again. `run` counts from 1. */
const runStarted = z.object({
  type: z.literal('terminal_run_started'),
  ...event,
  run: z.int().positive(),
  ...screenSize.shape,
});
const runEnded = z.object({ type: z.literal('terminal_run_ended'), ...event, run: z.int().positive(), ...exit.shape });
const statusChanged = z.object({ type: z.literal('terminal_status'), ...event, ...statusFacts });
const usageChanged = z.object({ type: z.literal('usage_changed'), ...event, usage: terminalUsage });
/** The mode that the CLI shows on its screen, or reports by a hook while the screen does not show it. */
const permissionModeChanged = z.object({
  type: z.literal('permission_mode_changed'),
  ...event,
  permissionMode: shownPermissionMode,
});
/** Claude Code's own session id: set in the first run, and at each change to another session. */
const claudeSessionChanged = z.object({
  type: z.literal('claude_session_changed'),
  ...event,
  claudeSession: z.uuid(),
});
const libraryClosed = z.object({
  type: z.literal('library_closed'),
  ...event,
  /** `stopped` by the person; or the program uses an `old-address` of the server. */
  reason: z.enum(['stopped', 'old-address']),
});
export const terminalEvents = [
  runStarted,
  runEnded,
  statusChanged,
  usageChanged,
  permissionModeChanged,
  claudeSessionChanged,
  libraryClosed,
] as const;

/** A prompt of Claude Code on the page: one that waits, or the one that was answered last. */
export interface OpenPermission {
  readonly permissionId: string;
  readonly toolName: string;
  readonly toolInput: unknown;
  readonly toolUseId: string | null;
  readonly suggestions: readonly string[];
  readonly agentId: string | null;
  readonly at: number;
  /** Null while it waits. `nobody`: it was withdrawn. */
  readonly resolved: {
    readonly by: 'chat' | 'terminal' | 'nobody';
    readonly behavior: 'allow' | 'deny' | null;
    readonly device?: string | undefined;
  } | null;
}

export interface TerminalView {
  readonly folder: string;
  readonly program: Program;
  readonly billsKey: boolean;
  /** The part of the library that was opened to its program, and why it was closed; null if none was opened. */
  readonly library:
    | (z.infer<typeof libraryAccess> & { readonly closed: z.infer<typeof libraryClosed>['reason'] | null })
    | null;
  /** Number of times that a program was started in it. */
  readonly run: number;
  readonly status: TerminalStatus;
  readonly detail: string | null;
  /** When the status began. */
  readonly since: number;
  readonly usage: TerminalUsage | null;
  /** Null until the CLI reports it in this run, and for other programs. */
  readonly permissionMode: ShownPermissionMode | null;
  /** Claude Code's own id; null before it runs, and for other programs. */
  readonly claudeSession: string | null;
  /** All of its ids in this terminal, the latest last. */
  readonly claudeSessions: readonly string[];
  /** The exit of the latest run, once it has ended. */
  readonly exit: TerminalExit | null;
  /** The prompt that was answered last, followed by those that wait, oldest first. */
  readonly permissions: readonly OpenPermission[];
}

/** Text frames down the socket of a terminal, in order with its binary frames. */
export type TerminalDown =
  /** The screen has this size from this frame on. `isOwner`: the size follows this window. */
  | {
      readonly type: 'size';
      readonly cols: number;
      readonly rows: number;
      readonly isOwner: boolean;
      readonly hasOwner: boolean;
    }
  /** Whether a program runs. After its end, no output follows until another starts. */
  | { readonly type: 'running'; readonly isRunning: boolean }
  /** Its output kept the screen busy for too long: the program waits until a window sends `resume`. */
  | { readonly type: 'paused'; readonly isPaused: boolean }
  /** The problem that prevents recording; null once it is solved. */
  | { readonly type: 'recording'; readonly trouble: string | null }
  /** Answers a ping with the server's clock, in ms. `isDropped`: typed keys came too late for the program. */
  | { readonly type: 'pong'; readonly at: number; readonly isDropped?: boolean };

/** Text frames up the socket of a terminal. Binary frames up are typed keys. */
export const terminalUp = z.discriminatedUnion('type', [
  /** Number of bytes of binary frames that the window has handled since the socket was opened. */
  z.object({ type: z.literal('confirm'), bytes: z.int().nonnegative() }),
  /** Resumes a terminal that was paused because of its output. */
  z.object({ type: z.literal('resume') }),
  z.object({ type: z.literal('ping') }),
  /** The following keys were typed at this time of the server's clock. */
  z.object({ type: z.literal('typed'), at: z.int() }),
  /** The size of this window: applied while it owns the size. `isClaim`: it takes over the ownership. */
  z.object({
    type: z.literal('size'),
    ...screenSize.shape,
    cell: z.object({ width: z.number().min(1).max(200), height: z.number().min(1).max(200) }).optional(),
    isClaim: z.boolean().default(false),
    /** False while the window is hidden: it gives up the ownership to a visible window. */
    isSeen: z.boolean().optional(),
  }),
]);
export type TerminalUp = z.infer<typeof terminalUp>;

/** The repository of a folder. Sessions with the same id work in the same repository. */
export const repositoryOfFolder = z.object({
  id: z.string(),
  /** The folder name of its main worktree. */
  name: z.string(),
  /** The path of the worktree that contains the folder. */
  root: z.string(),
  /** Null if no branch is checked out. */
  branch: z.string().nullable(),
  /** It is a linked worktree, not the main one. */
  isLinked: z.boolean(),
});
export type RepositoryOfFolder = z.infer<typeof repositoryOfFolder>;

const terminalRow = z.object({
  session: id,
  title: z.string(),
  folder: z.string(),
  program,
  billsKey: z.boolean(),
  run: z.int(),
  status: terminalStatus,
  detail: z.string().nullable(),
  line: z.string(),
  since: at,
  exit: exit.nullable(),
  usage: terminalUsage.nullable(),
  createdAt: at,
  /** The other server that runs it; null if this server does. */
  server: z.object({ name: z.string(), isAlive: z.boolean() }).nullable(),
  /** The repository of its folder; null if there is none, and in the lists of people who must not open terminals. */
  repository: repositoryOfFolder.nullable(),
});
export type TerminalRow = z.infer<typeof terminalRow>;
/** Another server that runs a terminal. */
export type OtherServer = NonNullable<TerminalRow['server']>;
/** `GET /api/terminals`: latest first. */
export const terminalsAnswer = z.object({
  terminals: z.array(terminalRow),
  isAllowed: z.boolean(),
  /** The path of the CLI; null if it was not found, or if the person must not open terminals. */
  claude: z.string().nullable(),
  /** The installed agents of others. */
  agents: z.array(agentName),
  /** The shell and the home of the server's account; empty and `/` for people who must not open terminals. */
  shell: z.string(),
  home: z.string(),
  recentFolders: z.array(z.string()),
});
export type TerminalsAnswer = z.infer<typeof terminalsAnswer>;

/** `GET /api/terminals/permissions` */
export const permissionsAnswer = z.object({
  /** The people and whether they can open terminals, the first person first; empty for those who do not decide this. */
  people: z.array(z.object({ id: z.string(), name: z.string(), isAllowed: z.boolean() })),
  /** What happens to programs when the server stops; null for those who do not decide this. */
  atStop: z.object({ endsPrograms: z.boolean(), waitHours: z.number() }).nullable(),
});
export type PermissionsAnswer = z.infer<typeof permissionsAnswer>;
/** `GET /api/terminals/refused-hooks`: the number of hooks that changed nothing, by reason. */
export const refusedHooksAnswer = z.object({ refused: z.record(z.string(), z.int()) });
export type RefusedHooksAnswer = z.infer<typeof refusedHooksAnswer>;
/** `PUT /api/terminals/permissions` */
export const permissionChange = z.object({ person: z.string().max(100), isAllowed: z.boolean() });
export type PermissionChange = z.infer<typeof permissionChange>;

/** `GET /api/terminals/folders?path=`: the subfolders of a folder. */
export const foldersAnswer = z.object({
  path: z.string(),
  /** Null for the root folder. */
  parent: z.string().nullable(),
  folders: z.array(z.string()),
});
export type FoldersAnswer = z.infer<typeof foldersAnswer>;

/** `GET /api/sessions/:id/screen`: the text on the screen of a terminal. */
export const screenAnswer = z.object({
  cols: z.int(),
  rows: z.int(),
  /** Number of bytes of output that led to this screen. */
  offset: z.int(),
  cursor: z.object({ x: z.int(), y: z.int() }),
  isAlternate: z.boolean(),
  title: z.string(),
  /** The rows of the window, from the top. */
  lines: z.array(z.string()),
  /** The latest lines above the window. */
  scrollback: z.array(z.string()),
});

declare module '#session/protocol.ts' {
  interface Events {
    readonly terminal: z.infer<(typeof terminalEvents)[number]> | z.infer<typeof terminalStarted>;
  }
}
