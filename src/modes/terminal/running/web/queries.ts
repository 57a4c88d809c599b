import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { api } from '#http-client/web/api.ts';

import type { MakeWorktree, WorktreeMade, WorktreeProposal, WorktreesAnswer } from '../../changes/protocol.ts';
import type {
  FoldersAnswer,
  OpenTerminal,
  PermissionChange,
  PermissionsAnswer,
  RefusedHooksAnswer,
  TerminalsAnswer,
} from '../../protocol.ts';
import type { OldSessionAnswer, OldSessionsAnswer } from '../../transcripts/protocol.ts';
import { possibleSize } from './view/fit-font.ts';

/** Size of a cell in the font of a terminal's owner, in pixels. `AROUND` is the space around a terminal on the page. */
const CELL = { width: 8.4, height: 18 };
const AROUND = { rail: 216, sides: 30, header: 72, navigation: 64, keys: 106 };
const RAIL_FROM = 861;

const TERMINALS_KEY = 'terminals';

export const terminalsQuery = queryOptions({
  queryKey: [TERMINALS_KEY],
  queryFn: () => api<TerminalsAnswer>('GET', '/api/terminals'),
});

export const permissionsQuery = queryOptions({
  queryKey: ['terminal-permissions'],
  queryFn: () => api<PermissionsAnswer>('GET', '/api/terminals/permissions'),
});

export const refusedHooksQuery = queryOptions({
  queryKey: ['refused-hooks'],
  queryFn: () => api<RefusedHooksAnswer>('GET', '/api/terminals/refused-hooks'),
});

export function foldersQuery(path: string) {
  return queryOptions({
    queryKey: ['terminal-folders', path],
    queryFn: () => api<FoldersAnswer>('GET', `/api/terminals/folders?path=${encodeURIComponent(path)}`),
    retry: false,
  });
}

export function oldSessionsQuery(words: string) {
  return queryOptions({
    queryKey: ['old-sessions', words],
    queryFn: () => api<OldSessionsAnswer>('GET', `/api/terminals/old?query=${encodeURIComponent(words)}`),
    placeholderData: keepPreviousData,
  });
}

export function oldSessionQuery(claudeSession: string) {
  return queryOptions({
    queryKey: ['old-session', claudeSession],
    queryFn: () => api<OldSessionAnswer>('GET', `/api/terminals/old/${claudeSession}`),
    retry: false,
  });
}

export const openTerminal = (terminal: Partial<OpenTerminal>) =>
  api<{ readonly session: string }>('POST', '/api/terminals', { ...terminal, size: likelySize() });
export const stopTerminal = (session: string) => api<undefined>('POST', `/api/terminals/${session}/stop`);
export const restartTerminal = (session: string) =>
  api<undefined>('POST', `/api/terminals/${session}/restart`, { size: likelySize() });
/** Resumes a suspended program. */
export const continueTerminal = (session: string) => api<undefined>('POST', `/api/terminals/${session}/continue`);
/** Ends the access of a terminal's program to the library. */
export const closeLibrary = (session: string) => api<undefined>('DELETE', `/api/terminals/${session}/library`);
/** Moves the person to the server that the terminal is on. */
export const goOnAt = (session: string) => api<undefined>('POST', `/api/terminals/${session}/go-on`);
export const deleteRecording = (session: string) => api<undefined>('DELETE', `/api/sessions/${session}/recording`);
export const recordingUrl = (session: string) => `/api/sessions/${session}/recording`;
export const allowTerminals = (change: PermissionChange) =>
  api<PermissionsAnswer>('PUT', '/api/terminals/permissions', change);

/** An estimate of a terminal's size in this window, good enough for the first picture. */
function likelySize(): { readonly cols: number; readonly rows: number } {
  const { innerWidth, innerHeight } = window;
  const isNarrow = innerWidth < RAIL_FROM;
  const width = innerWidth - AROUND.sides - (isNarrow ? 0 : AROUND.rail);
  const height = innerHeight - AROUND.header - (isNarrow ? AROUND.navigation + AROUND.keys : 0);
  return possibleSize({ cols: Math.floor(width / CELL.width), rows: Math.floor(height / CELL.height) });
}

export function worktreesQuery(folder: string) {
  return queryOptions({
    queryKey: ['worktrees', folder],
    queryFn: () => api<WorktreesAnswer>('GET', `/api/terminals/worktrees?folder=${encodeURIComponent(folder)}`),
    retry: false,
    // The reason why a worktree cannot be removed may have just gone.
    staleTime: 0,
  });
}

export function worktreeProposalQuery(folder: string) {
  return queryOptions({
    queryKey: [...worktreesQuery(folder).queryKey, 'proposal'],
    queryFn: () =>
      api<WorktreeProposal>('GET', `/api/terminals/worktrees/proposal?folder=${encodeURIComponent(folder)}`),
    retry: false,
    staleTime: 0,
  });
}

export const makeWorktree = (wanted: MakeWorktree) => api<WorktreeMade>('POST', '/api/terminals/worktrees', wanted);
export const removeWorktree = (path: string) =>
  api<undefined>('DELETE', `/api/terminals/worktrees?path=${encodeURIComponent(path)}`);
