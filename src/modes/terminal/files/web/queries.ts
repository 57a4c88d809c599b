import { queryOptions } from '@tanstack/react-query';

import { api } from '#http-client/web/api.ts';

import type { FileTextAnswer, FolderAnswer } from '../protocol.ts';

const routeOf = (session: string, what: string, path: string) =>
  `/api/terminals/${session}/files${what}?path=${encodeURIComponent(path)}` as const;

/** Programs change files at any time, so a folder is read again each time it is opened. */
export function folderQuery(session: string, path: string) {
  return queryOptions({
    queryKey: ['terminal-files', session, path],
    queryFn: () => api<FolderAnswer>('GET', routeOf(session, '', path)),
    retry: false,
  });
}

export function textQuery(session: string, path: string) {
  return queryOptions({
    queryKey: ['terminal-file', session, path],
    queryFn: () => api<FileTextAnswer>('GET', routeOf(session, '/text', path)),
    retry: false,
  });
}

export const imageUrl = (session: string, path: string) => routeOf(session, '/image', path);
