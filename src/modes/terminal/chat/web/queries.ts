import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { api, download, upload } from '#http-client/web/api.ts';

import type { PermissionMode } from '../../protocol.ts';
import type { Completion } from '../protocol.ts';

export async function readToolOutput(session: string, toolUseId: string): Promise<string> {
  const output = await download(`/api/sessions/${session}/chat/tools/${encodeURIComponent(toolUseId)}/output`);
  return await output.text();
}

export async function readCompletions(
  session: string,
  { kind, query }: { readonly kind: 'command' | 'file'; readonly query: string },
): Promise<readonly Completion[]> {
  const asked = new URLSearchParams({ kind, query }).toString();
  const { items } = await api<{ items: Completion[] }>('GET', `/api/sessions/${session}/chat/completions?${asked}`);
  return items;
}

export const sendChatFile = (session: string, file: File) =>
  upload<{ readonly path: string }>(
    `/api/sessions/${session}/chat/files?name=${encodeURIComponent(file.name === '' ? 'pasted' : file.name)}`,
    file,
  );

export const changePermissionMode = (session: string, mode: PermissionMode) =>
  api<undefined>('PUT', `/api/terminals/${session}/permission-mode`, { mode });

export function foundFilesQuery(session: string, query: string) {
  return queryOptions({
    queryKey: ['found-files', session, query],
    queryFn: () => readCompletions(session, { kind: 'file', query }),
    placeholderData: keepPreviousData,
  });
}
