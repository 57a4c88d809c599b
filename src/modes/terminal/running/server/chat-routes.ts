import { z } from 'zod';

import { AppError } from '#wire/error-kind.ts';
import { fileAnswer, type FileBody, fileBody } from '#wire/file.ts';
import { type Route, route } from '#wire/route.ts';

import { completeCommand } from '../../chat/server/completion/complete-command.ts';
import { completeFile } from '../../chat/server/completion/complete-file.ts';
import { keepUpload, uploadFolder } from '../../chat/server/uploads.ts';
import { permissionModeChange } from '../../protocol.ts';
import { allowedTerminal, folderOfAllowed } from './permission.ts';
import type { TerminalDependencies, Terminals } from './terminals.ts';

const MAX_UPLOAD_BYTES = 20 * 1024 * 1024;
const completion = z.object({ value: z.string(), label: z.string(), description: z.string().optional() });
const DATA_URL = /^data:(image\/[a-z]+);base64,/u;

const notKept = (what: string) =>
  new AppError('refused', `Claude Code does not keep this ${what} any more.`, { reason: 'not-kept' });

/** The routes of chats. Messages use the socket of sessions. */
export function chatRoutes(
  { database: { read }, uploads, changes }: TerminalDependencies,
  terminals: Terminals,
): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/sessions/:terminal/chat/tools/:toolUse/output',
      summary: 'All that a tool came to, where the log has the head of it',
      answer: fileAnswer,
      async handle(request) {
        const what = { kind: 'output' as const, toolUseId: request.params['toolUse'] ?? '' };
        const output = await terminals.findInChat(await allowedTerminal(read, request), what);
        if (output === null) throw notKept('output');
        return { name: 'output.txt', mediaType: 'text/plain; charset=utf-8', bytes: Buffer.from(output) };
      },
    }),
    route({
      method: 'GET',
      path: '/api/sessions/:terminal/chat/images/:image/:place',
      summary: 'An image of a chat',
      answer: fileAnswer,
      async handle(request) {
        const { params } = request;
        const what = { kind: 'image' as const, key: params['image'] ?? '', index: Number(params['place'] ?? 0) };
        const url = await terminals.findInChat(await allowedTerminal(read, request), what);
        const mediaType = DATA_URL.exec(url ?? '')?.[1];
        if (url === null || mediaType === undefined) throw notKept('image');
        return { name: 'image', mediaType, bytes: Buffer.from(url.replace(DATA_URL, ''), 'base64') };
      },
    }),
    route({
      method: 'GET',
      path: '/api/sessions/:terminal/chat/completions',
      summary: 'What `/` and `@` offer in a chat',
      query: z.object({ kind: z.enum(['command', 'file']), query: z.string().max(200).default('') }),
      answer: z.object({ items: z.array(completion) }),
      async handle({ person, params, query: { kind, query } }) {
        const folder = await folderOfAllowed(read, person, params['terminal'] ?? '');
        if (kind === 'file') return { items: await completeFile(query, folder, () => changes.excludes()) };
        return { items: await completeCommand(query, { folder, configuration: terminals.configuration }) };
      },
    }),
    route({
      method: 'PUT',
      path: '/api/terminals/:terminal/permission-mode',
      summary: 'Puts Claude Code into another permission mode, by its own key',
      body: permissionModeChange,
      answer: z.undefined(),
      handle: async (request) =>
        terminals.changePermissionMode(await allowedTerminal(read, request), request.body.mode),
    }),
    route<FileBody, { readonly name: string }>({
      method: 'POST',
      path: '/api/sessions/:terminal/chat/files',
      summary: 'Keeps a file for Claude Code to read',
      body: fileBody,
      maxBytes: MAX_UPLOAD_BYTES,
      query: z.object({ name: z.string().min(1).max(300) }),
      answer: z.object({ path: z.string() }),
      async handle(request) {
        const { session } = await allowedTerminal(read, request);
        const file = { name: request.query.name, bytes: request.body.bytes };
        return { path: await keepUpload(uploadFolder(uploads, session), file) };
      },
    }),
  ];
}
