import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { api } from '#http-client/web/api.ts';

import type {
  ChangesAnswer,
  CommitChanges,
  Committed,
  FileChangesAnswer,
  ProposedMessage,
  RevertChanges,
  StageChanges,
} from '../protocol.ts';

const pathOf = (session: string) => `/api/terminals/${session}/changes` as const;
/** Also the prefix of the keys of files' lines, so that both are invalidated together. */
export const changesKey = (session: string) => ['terminal-changes', session] as const;

export function changesQuery(session: string, since: string) {
  return queryOptions({
    queryKey: [...changesKey(session), since],
    queryFn: () => api<ChangesAnswer>('GET', `${pathOf(session)}?since=${since}`),
    placeholderData: keepPreviousData,
  });
}

export function fileChangesQuery(session: string, since: string, path: string) {
  return queryOptions({
    queryKey: [...changesKey(session), since, path],
    queryFn: () =>
      api<FileChangesAnswer>('GET', `${pathOf(session)}/file?since=${since}&path=${encodeURIComponent(path)}`),
    retry: false,
  });
}

export const revertChanges = (session: string, change: RevertChanges) =>
  api<unknown>('POST', `${pathOf(session)}/revert`, change);
export const stageChanges = (session: string, change: StageChanges) =>
  api<unknown>('POST', `${pathOf(session)}/stage`, change);
export const commitChanges = (session: string, change: CommitChanges) =>
  api<Committed>('POST', `${pathOf(session)}/commit`, change);
export const proposeMessage = (session: string) => api<ProposedMessage>('POST', `${pathOf(session)}/message`);
