import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { rename, rm } from 'node:fs/promises';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import path from 'node:path';

import type { TerminalUsage } from '../../protocol.ts';
import { parseCliJson } from '../../transcripts/domain/parse-cli-json.ts';
import { type Hook, readHook } from '../domain/read-hook.ts';
import { readStatusLine } from '../domain/read-status-line.ts';
import { transcriptPath } from './transcript-path.ts';

const { createServer } = process.getBuiltinModule('node:http');

const MAX_BODY_BYTES = 4 * 1024 * 1024;
const HEADERS_TIMEOUT_MS = 5_000;
const REQUEST_TIMEOUT_MS = 15_000;
/** Maximum hashes of hooks per session, which recognise a repeated hook. */
const MAX_REMEMBERED = 500;
const SECRET_BYTES = 32;
/** In the folder of sockets. The same for every server, so that a surviving program reaches the next server. */
const SOCKET_NAME = 'hooks';
/** The id that the shim gives a request. */
const REQUEST_ID = /^[\w-]{8,64}$/u;

export interface HookListener {
  /**
   * Returns false if the hook came late and changes nothing. Its `transcript_path` has been checked, and its links
   * resolved; it is absent if the check failed.
   */
  onHook(hook: Hook): boolean;
  onUsage(usage: TerminalUsage): void;
  /** Called if the hook names a transcript that will not be read. */
  onWrongTranscript?(wrong: { readonly given: string; readonly projects: string }): void;
  /** Called with the mode of an input box with vim keys; null if it has no modes. */
  onVimMode?(mode: string | null): void;
  /**
   * Handles a permission request, whose connection stays open until `answer` is called. Return false to answer it at
   * once. `onLeft` reports that the connection ended before.
   */
  onHeld?(hook: PermissionRequest, held: HeldHook): boolean;
}

type PermissionRequest = Extract<Hook, { hook_event_name: 'PermissionRequest' }>;

export interface HeldHook {
  /** The same if a program asks again after a server went away; null if it sent none. */
  readonly id: string | null;
  answer(body?: object): void;
  onLeft(listener: () => void): void;
}

/** Number of requests that changed nothing, by reason. */
export type RefusedHooks = Readonly<
  Record<
    'forged' | 'unknownSession' | 'fromPage' | 'tooLarge' | 'malformed' | 'wrongTranscript' | 'replayed' | 'late',
    number
  >
>;

interface HooksListenerOptions {
  /** The folder in which the CLI keeps its transcripts. */
  readonly projects: string;
  /** Creates the folder that only this account can open. */
  readonly socketFolder: () => Promise<string>;
}

interface Registered {
  readonly secret: Buffer;
  readonly listener: HookListener;
  readonly seen: Set<string>;
}

/**
 * Receives the hooks of the CLI over a socket that only this account can open. Each session has a secret. Unless it is
 * held, a hook gets an empty answer at once, because one that waits delays the CLI.
 */
export class HooksListener {
  readonly #server: Server;
  readonly #registered = new Map<string, Registered>();
  readonly #refused: Record<keyof RefusedHooks, number> = {
    forged: 0,
    unknownSession: 0,
    fromPage: 0,
    tooLarge: 0,
    malformed: 0,
    wrongTranscript: 0,
    replayed: 0,
    late: 0,
  };
  #listening: Promise<string> | undefined;

  readonly #options: HooksListenerOptions;

  constructor(options: HooksListenerOptions) {
    this.#options = options;
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch(() => response.destroy());
    });
    this.#server.headersTimeout = HEADERS_TIMEOUT_MS;
    this.#server.requestTimeout = REQUEST_TIMEOUT_MS;
  }

  get refused(): RefusedHooks {
    return { ...this.#refused };
  }

  /**
   * Takes the hooks of a session from now on, and replaces an earlier run. Returns the socket and the secret to send
   * them with: the given one of a surviving program, or a new one.
   */
  async register(
    session: string,
    listener: HookListener,
    secret: string = randomBytes(SECRET_BYTES).toString('base64url'),
  ): Promise<{ readonly socket: string; readonly secret: string }> {
    this.#registered.set(session, { secret: Buffer.from(secret), listener, seen: new Set() });
    this.#listening ??= this.#listen().catch((error: unknown) => {
      this.#listening = undefined;
      throw error;
    });
    return { socket: await this.#listening, secret };
  }

  unregister(session: string): void {
    this.#registered.delete(session);
  }

  async close(): Promise<void> {
    this.#registered.clear();
    if (!this.#listening) return;
    await this.#listening.catch(() => undefined);
    if (!this.#server.listening) return;
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  async #listen(): Promise<string> {
    const socket = path.join(await this.#options.socketFolder(), SOCKET_NAME);
    // When it closes, Node removes the path that it opened, which must not be the socket of the next server.
    const opened = `${socket}-${process.pid}`;
    if (!this.#server.listening) {
      await rm(opened, { force: true });
      this.#server.listen(opened);
      await once(this.#server, 'listening');
      this.#server.unref();
    }
    await rename(opened, socket);
    return socket;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refuse = (status: number, why?: keyof RefusedHooks) => {
      if (why) this.#refused[why] += 1;
      request.resume();
      response.writeHead(status, { 'content-length': 0 }).end();
    };
    // Only a web page sends an origin, through a program that forwards it.
    if (request.headers.origin !== undefined) return refuse(403, 'fromPage');
    const [, session = '', part] = /^\/api\/hooks\/([\w-]{1,64})(\/status-line)?$/u.exec(request.url ?? '') ?? [];
    if (session === '' || request.method !== 'POST') return refuse(404);
    const registered = this.#registered.get(session);
    if (!registered) return refuse(404, 'unknownSession');
    if (!isSecret(request.headers.authorization, registered.secret)) return refuse(401, 'forged');
    const body = await readBody(request);
    if (body === null) return refuse(413, 'tooLarge');
    const value = parseCliJson(body.toString('utf8'));
    if (value === undefined) return refuse(400, 'malformed');
    const held = new HeldResponse(response, request.headers['x-request-id']);
    // The session can have ended while the body arrived.
    if (this.#registered.get(session) === registered)
      this.#hear(registered, { body, value, isStatusLine: part !== undefined, held });
    else this.#refused.unknownSession += 1;
    if (!held.isHeld) held.answer();
  }

  #hear({ listener, seen }: Registered, { body, value, isStatusLine, held }: Heard): void {
    if (isStatusLine) {
      const read = readStatusLine(value);
      if (!read) {
        this.#refused.malformed += 1;
        return;
      }
      listener.onUsage(read.usage);
      listener.onVimMode?.(read.vimMode);
      return;
    }
    const hook = readHook(value);
    if (!hook) {
      this.#refused.malformed += 1;
      return;
    }
    const { transcript_path: given, ...told } = hook;
    const transcript = given === undefined ? undefined : transcriptPath(given, hook.session_id, this.#options.projects);
    if (transcript === null && given !== undefined) {
      // The hook is still used, so that a failed check does not silence a session.
      this.#refused.wrongTranscript += 1;
      listener.onWrongTranscript?.({ given, projects: this.#options.projects });
    }
    // A hook with an id occurs once. Permission requests are exempt, because two equal calls ask twice.
    if (hook.hook_event_name !== 'PermissionRequest' && ('tool_use_id' in hook || hook.prompt_id !== undefined)) {
      const hash = createHash('sha256').update(body).digest('base64');
      if (seen.has(hash)) {
        this.#refused.replayed += 1;
        return;
      }
      seen.add(hash);
      const [oldest] = seen;
      if (seen.size > MAX_REMEMBERED && oldest !== undefined) seen.delete(oldest);
    }
    if (!listener.onHook({ ...told, ...(typeof transcript === 'string' && { transcript_path: transcript }) } as Hook)) {
      this.#refused.late += 1;
      return;
    }
    if (!('isOther' in hook) && hook.hook_event_name === 'PermissionRequest')
      held.isHeld = listener.onHeld?.(hook, held) ?? false;
  }
}

interface Heard {
  readonly body: Buffer;
  readonly value: unknown;
  readonly isStatusLine: boolean;
  readonly held: HeldResponse;
}

/** The answer to a hook, which can be delayed. */
class HeldResponse implements HeldHook {
  readonly id: string | null;
  readonly #response: ServerResponse;
  isHeld = false;
  #isAnswered = false;

  constructor(response: ServerResponse, id: string | readonly string[] | undefined) {
    this.#response = response;
    this.id = typeof id === 'string' && REQUEST_ID.test(id) ? id : null;
  }

  answer(body?: object): void {
    if (this.#isAnswered) return;
    this.#isAnswered = true;
    if (body === undefined) {
      this.#response.writeHead(204).end();
      return;
    }
    const text = JSON.stringify(body);
    const length = Buffer.byteLength(text);
    this.#response.writeHead(200, { 'content-type': 'application/json', 'content-length': length }).end(text);
  }

  onLeft(listener: () => void): void {
    this.#response.once('close', () => {
      if (this.#isAnswered) return;
      this.#isAnswered = true;
      listener();
    });
  }
}

function isSecret(authorization: string | undefined, secret: Buffer): boolean {
  const given = Buffer.from(authorization?.replace(/^Bearer /u, '') ?? '');
  return given.length === secret.length && timingSafeEqual(given, secret);
}

/**
 * Returns null if the body is too large. It is still read to its end, because the connection is reused for the next
 * hook.
 */
async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= MAX_BODY_BYTES) chunks.push(chunk);
    else chunks.length = 0;
  }
  return length > MAX_BODY_BYTES ? null : Buffer.concat(chunks);
}
