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

/** The CLI's way of asking before it acts. It is never told to skip that. */
const permissionMode = z.enum(['default', 'plan', 'acceptEdits', 'auto', 'dontAsk']);
export type PermissionMode = z.infer<typeof permissionMode>;
/** The mode that the CLI is in. It may have been started without any permissions by its own arguments. */
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
    /** Its chat gets the exact text of each paragraph from a hook, for which the terminal's own display waits. */
    hasExactText: z.boolean().default(false),
    /** A session that Claude Code has kept, to go on with or, as a fork, to begin anew from. */
    resume: z
      .object({ claudeSession: z.uuid(), isFork: z.boolean().default(false) })
      .nullable()
      .default(null),
  }),
  /** An agent of others. Warren runs it, and reads no chat of it. */
  z.object({ kind: z.literal('agent'), agent: agentName, arguments: z.array(text).max(MAX_ARGUMENTS).default([]) }),
  /** An empty list is the person's shell. */
  z.object({ kind: z.literal('command'), command: z.array(text).max(MAX_ARGUMENTS).default([]) }),
]);
export type Program = z.infer<typeof program>;

/** What Claude Code may do with the library, over the Model Context Protocol. */
const libraryWish = z.object({
  /** The one bucket that is open to it; null: the whole library. */
  bucketId: id.nullable(),
  /** It may also add sources. */
  canKeep: z.boolean(),
});
export type LibraryWish = z.infer<typeof libraryWish>;
const libraryAccess = z.object({
  bucket: z.object({ id, name: z.string() }).nullable(),
  canKeep: z.boolean(),
});

/** `POST /api/terminals` */
export const openTerminal = z.object({
  /** Made by the client: a request that is sent again opens no second terminal. */
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
  /** Null: nothing of the library is open to the program. */
  library: libraryWish.nullable().default(null),
  size: screenSize.optional(),
});
export type OpenTerminal = z.infer<typeof openTerminal>;
export const terminalOpened = z.object({ session: id });

/** Why a run ended, as far as it is known. */
export const exit = z.object({
  exitCode: z.int().nullable(),
  signal: z.int().nullable(),
  /** `exited` by itself, `stopped` by the person, `lost` with the server that ran it, or it `failed` to start. */
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
  /** An agent of others that writes nothing, and one that rang since somebody typed. */
  'quiet',
  'rang',
  'ended',
  'lost',
]);
export type TerminalStatus = z.infer<typeof terminalStatus>;

/** The usage of a session of the CLI, as its status line says. Null where it does not. */
export const terminalUsage = z.object({
  model: z.string().nullable(),
  /** Absent in logs of earlier versions. */
  effort: z.string().nullable().optional(),
  costUsd: z.number().nullable(),
  /** Of the context window, 0 to 100. */
  contextPercent: z.number().nullable(),
  /** Of the plan's limits, 0 to 100. */
  fiveHourPercent: z.number().nullable(),
  sevenDayPercent: z.number().nullable(),
});
export type TerminalUsage = z.infer<typeof terminalUsage>;

const statusFacts = {
  status: terminalStatus,
  /** Of the tool, the question or the error; null where there is nothing to say. */
  detail: z.string().nullable(),
  /** The latest line that the program said; null if that did not change. */
  line: z.string().nullable(),
};

export const terminalStarted = sessionStartedBase.extend({
  mode: z.literal('terminal'),
  folder: z.string(),
  program,
  billsKey: z.boolean(),
  /** The part of the library that is open to its program. Absent: none. */
  library: libraryAccess.optional(),
});
/** A program was started in the terminal: the first one, or again. `run` counts from 1. */
const runStarted = z.object({
  type: z.literal('terminal_run_started'),
  ...event,
  run: z.int().positive(),
  ...screenSize.shape,
});
const runEnded = z.object({ type: z.literal('terminal_run_ended'), ...event, run: z.int().positive(), ...exit.shape });
const statusChanged = z.object({ type: z.literal('terminal_status'), ...event, ...statusFacts });
const usageChanged = z.object({ type: z.literal('usage_changed'), ...event, usage: terminalUsage });
/** As the CLI tells it: by its screen, or by a hook while that does not show it. */
const permissionModeChanged = z.object({
  type: z.literal('permission_mode_changed'),
  ...event,
  permissionMode: shownPermissionMode,
});
/** Claude Code's own id of what runs: from the first run on, and whenever it goes over to another one. */
const claudeSessionChanged = z.object({
  type: z.literal('claude_session_changed'),
  ...event,
  claudeSession: z.uuid(),
});
/** The program cannot use the library any more. */
const libraryClosed = z.object({
  type: z.literal('library_closed'),
  ...event,
  /** `stopped` by the person, or the program knows an `old-address` of the server. */
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

/** A prompt of Claude Code, as the page holds it: one that waits, or the one that was answered last. */
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
  /** The part of the library that was opened to its program, and why that is closed; null: none was. */
  readonly library:
    | (z.infer<typeof libraryAccess> & { readonly closed: z.infer<typeof libraryClosed>['reason'] | null })
    | null;
  /** The number of times that a program was started in it. */
  readonly run: number;
  readonly status: TerminalStatus;
  readonly detail: string | null;
  /** When the status began. */
  readonly since: number;
  readonly usage: TerminalUsage | null;
  /** Null until the CLI tells it in this run, and for other programs. */
  readonly permissionMode: ShownPermissionMode | null;
  /** Claude Code's own id; null before it runs, and for other programs. */
  readonly claudeSession: string | null;
  /** Every id that it had in this terminal, the latest last. */
  readonly claudeSessions: readonly string[];
  /** Of the latest run, once it has ended. */
  readonly exit: TerminalExit | null;
  /** The requests that wait for an answer, oldest first, behind the one that was answered last. */
  readonly permissions: readonly OpenPermission[];
}

/** Text frames down the socket of a terminal, in order with its binary frames. */
export type TerminalDown =
  /** The screen has this size from here on. `isOwner`: it follows this window. */
  | {
      readonly type: 'size';
      readonly cols: number;
      readonly rows: number;
      readonly isOwner: boolean;
      readonly hasOwner: boolean;
    }
  /** A program runs, or the latest has ended: nothing more comes until another starts. */
  | { readonly type: 'running'; readonly isRunning: boolean }
  /** Its output kept the screen busy for ever: the program waits until a window says `resume`. */
  | { readonly type: 'paused'; readonly isPaused: boolean }
  /** The trouble that keeps the session from being recorded; null once there is none. */
  | { readonly type: 'recording'; readonly trouble: string | null }
  /** Answers a ping with the server's clock, in milliseconds. `isDropped`: what was typed came too late for the program. */
  | { readonly type: 'pong'; readonly at: number; readonly isDropped?: boolean };

/** Text frames up the socket of a terminal. Binary frames up are what was typed. */
export const terminalUp = z.discriminatedUnion('type', [
  /** The number of bytes of binary frames that were handled since the socket was opened. */
  z.object({ type: z.literal('confirm'), bytes: z.int().nonnegative() }),
  /** Goes on with a terminal that was paused because of its output. */
  z.object({ type: z.literal('resume') }),
  z.object({ type: z.literal('ping') }),
  /** What follows was typed at that time of the server's clock. */
  z.object({ type: z.literal('typed'), at: z.int() }),
  /** The size of this window: applied while it owns the size. `isClaim`: it takes the ownership over. */
  z.object({
    type: z.literal('size'),
    ...screenSize.shape,
    cell: z.object({ width: z.number().min(1).max(200), height: z.number().min(1).max(200) }).optional(),
    isClaim: z.boolean().default(false),
    /** False while the window is hidden: it gives the ownership up, to a window that somebody sees. */
    isSeen: z.boolean().optional(),
  }),
]);
export type TerminalUp = z.infer<typeof terminalUp>;

/** The repository of a folder: sessions with the same id work in one. */
export const repositoryOfFolder = z.object({
  id: z.string(),
  /** The name of the folder of its main worktree. */
  name: z.string(),
  /** The worktree that the folder is in. */
  root: z.string(),
  /** Null where no branch is checked out. */
  branch: z.string().nullable(),
  /** It is a worktree beside the main one. */
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
  /** The other server that it is on; null if it is here. */
  server: z.object({ name: z.string(), isAlive: z.boolean() }).nullable(),
  /** Of its folder; null where that is in none, and in the lists of those who may not open terminals. */
  repository: repositoryOfFolder.nullable(),
});
export type TerminalRow = z.infer<typeof terminalRow>;
/** Another server, which a terminal is on. */
export type OtherServer = NonNullable<TerminalRow['server']>;
/** `GET /api/terminals`: latest first. */
export const terminalsAnswer = z.object({
  terminals: z.array(terminalRow),
  isAllowed: z.boolean(),
  /** The path of the CLI; null if it was not found, or the person may not open terminals. */
  claude: z.string().nullable(),
  /** The agents of others that were found. */
  agents: z.array(agentName),
  /** The shell and the home of the account of the server; empty and `/` for who may not open terminals. */
  shell: z.string(),
  home: z.string(),
  recentFolders: z.array(z.string()),
});
export type TerminalsAnswer = z.infer<typeof terminalsAnswer>;

/** `GET /api/terminals/permissions` */
export const permissionsAnswer = z.object({
  /**
   * The people who may open terminals and who may not, the first person first; empty for those who do not decide it.
   */
  people: z.array(z.object({ id: z.string(), name: z.string(), isAllowed: z.boolean() })),
  /** What becomes of programs when the server stops; null for those who do not decide it. */
  atStop: z.object({ endsPrograms: z.boolean(), waitHours: z.number() }).nullable(),
});
export type PermissionsAnswer = z.infer<typeof permissionsAnswer>;
/** `GET /api/terminals/refused-hooks`: what came for the sessions of Claude Code and changed nothing, by why. */
export const refusedHooksAnswer = z.object({ refused: z.record(z.string(), z.int()) });
export type RefusedHooksAnswer = z.infer<typeof refusedHooksAnswer>;
/** `PUT /api/terminals/permissions` */
export const permissionChange = z.object({ person: z.string().max(100), isAllowed: z.boolean() });
export type PermissionChange = z.infer<typeof permissionChange>;

/** `GET /api/terminals/folders?path=`: the folders in a folder. */
export const foldersAnswer = z.object({
  path: z.string(),
  /** Null at the top. */
  parent: z.string().nullable(),
  folders: z.array(z.string()),
});
export type FoldersAnswer = z.infer<typeof foldersAnswer>;

/** `GET /api/sessions/:id/screen`: what a terminal shows, in words. */
export const screenAnswer = z.object({
  cols: z.int(),
  rows: z.int(),
  /** Bytes of output that led to it. */
  offset: z.int(),
  cursor: z.object({ x: z.int(), y: z.int() }),
  isAlternate: z.boolean(),
  title: z.string(),
  /** The window, from the top. */
  lines: z.array(z.string()),
  /** The latest lines above the window. */
  scrollback: z.array(z.string()),
});

declare module '#session/protocol.ts' {
  interface Events {
    readonly terminal: z.infer<(typeof terminalEvents)[number]> | z.infer<typeof terminalStarted>;
  }
}
