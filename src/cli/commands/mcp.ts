import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';

import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';

import { readSettings } from '#composition/server/settings.ts';

import { findAddress } from '../adding/open-server.ts';
import type { CommandCall } from '../command.ts';

type Message = Parameters<NonNullable<StdioServerTransport['onmessage']>>[0];
type Id = string | number;

/** How long a call waits for a server that was running before. A restart takes less. */
const COMES_BACK_WITHIN_MS = 30_000;
/**
 * How long a call waits for a server that was not running yet: programs that start with the machine can start first,
 * and do not retry.
 */
const COMES_WITHIN_MS = 10_000;
const LOOK_AGAIN_MS = 250;
/** From the range that JSON-RPC reserves for servers. */
const FAILED = -32_000;
const STOPPING = 503;

/**
 * Passes messages of a program on this machine to the running server, and its answers back. Does not start a server.
 * Continues after the server restarts, also on another port.
 */
export async function run({ environment }: CommandCall): Promise<void> {
  const token = environment['WARREN_MCP_TOKEN'] ?? '';
  const settings = readSettings(environment);
  const stdio = new StdioServerTransport(
    Readable.from(withoutBatches(process.stdin, refuseBatch)) as typeof process.stdin,
  );
  const calls = new Map<Id, AbortController>();
  let address: string | undefined;
  let wasThere = false;

  /** Throws an Error with a message for the person. */
  async function post(message: Message, signal: AbortSignal): Promise<readonly Answer[]> {
    if (token === '')
      throw new Error('Set WARREN_MCP_TOKEN to an access token. Make one in Warren, in Settings under Programs.');
    const until = performance.now() + (wasThere ? COMES_BACK_WITHIN_MS : COMES_WITHIN_MS);
    for (;;) {
      address ??= await findAddress(settings);
      const answer = address === undefined ? undefined : await send(address, { message, token, signal });
      const isLate = performance.now() > until;
      if (answer && (answer.status !== STOPPING || isLate)) {
        wasThere = true;
        return answer.messages;
      }
      if (isLate) throw new Error('Warren does not run here. Start it with: warren start');
      address = undefined;
      await delay(LOOK_AGAIN_MS, undefined, { signal });
    }
  }

  async function pass(message: Message): Promise<void> {
    const id = 'id' in message && 'method' in message ? message.id : undefined;
    const ending = new AbortController();
    if (id !== undefined) calls.set(id, ending);
    try {
      for (const answer of await post(message, ending.signal)) {
        if ('error' in answer && answer.id === null) throw new Error(answer.error.message);
        await stdio.send(answer as Message);
      }
    } catch (error) {
      if (ending.signal.aborted) return;
      const words = error instanceof Error ? error.message : String(error);
      process.stderr.write(`${words}\n`);
      if (id !== undefined) await refuse(id, words);
    } finally {
      if (id !== undefined) calls.delete(id);
    }
  }

  const refuse = (id: Id, message: string) => stdio.send({ jsonrpc: '2.0', id, error: { code: FAILED, message } });

  async function refuseBatch(ids: readonly Id[]): Promise<void> {
    for (const id of ids) await refuse(id, 'Send each message on a line of its own.');
  }

  const closed = new Promise<void>((resolve) => (stdio.onclose = resolve));
  stdio.onmessage = (message) => {
    // Over HTTP, aborting the request cancels the call.
    const cancelled =
      'method' in message && message.method === 'notifications/cancelled' && message.params?.['requestId'];
    if (typeof cancelled === 'string' || typeof cancelled === 'number') calls.get(cancelled)?.abort();
    else void pass(message);
  };
  stdio.onerror = (error) => void process.stderr.write(`${error.message}\n`);
  await stdio.start();
  await closed;
  process.stdin.destroy();
  for (const call of calls.values()) call.abort();
}

/** The HTTP headers that describe a message in the protocol revision of 2026-07-28. */
function headersOf(message: Message): Record<string, string> {
  const common = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  if (!('method' in message)) return common;
  const { params = {} } = message;
  const version = params._meta?.['io.modelcontextprotocol/protocolVersion'];
  if (typeof version !== 'string') return common;
  const name = params['name'] ?? params['uri'];
  return {
    ...common,
    'mcp-protocol-version': version,
    'mcp-method': message.method,
    ...(typeof name === 'string' && { 'mcp-name': `=?base64?${Buffer.from(name).toString('base64')}?=` }),
  };
}

type Answer = Message | { readonly id: null; readonly error: { readonly message: string } };

interface Sending {
  readonly message: Message;
  readonly token: string;
  readonly signal: AbortSignal;
}

/** Undefined if the message did not reach the server. */
async function send(
  address: string,
  { message, token, signal }: Sending,
): Promise<{ readonly status: number; readonly messages: readonly Answer[] } | undefined> {
  try {
    const response = await fetch(`${address}/mcp`, {
      method: 'POST',
      headers: { ...headersOf(message), authorization: `Bearer ${token}` },
      body: JSON.stringify(message),
      signal,
    });
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
    return { status: response.status, messages: messagesIn(await response.text(), isStream) };
  } catch (error) {
    if (signal.aborted) throw error;
    const { code } = (error as { readonly cause?: { readonly code?: string } }).cause ?? {};
    if (code === 'ECONNREFUSED') return undefined;
    // The message may have reached the server, so it is not sent again.
    throw new Error('The connection to Warren was lost during the call. Look there whether it was done.', {
      cause: error,
    });
  }
}

const DATA = 'data: ';

function messagesIn(text: string, isStream: boolean): readonly Answer[] {
  // JSON may contain U+2028, where “.” and “$” of a pattern would stop.
  const lines = text.split('\n').filter((line) => line.startsWith(DATA));
  const parts = isStream ? lines.map((line) => line.slice(DATA.length)) : [text];
  return parts.filter((part) => part !== '').map((part) => JSON.parse(part) as Answer);
}

/** The input of a program without batches, which only the revision of 2025-03-26 has. */
async function* withoutBatches(
  input: NodeJS.ReadStream,
  refuseBatch: (ids: readonly Id[]) => Promise<void>,
): AsyncGenerator<Buffer> {
  input.setEncoding('utf8');
  let rest = '';
  for await (const chunk of input as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const ids = line.trimStart().startsWith('[') ? idsIn(line) : undefined;
      if (ids) await refuseBatch(ids);
      else yield Buffer.from(`${line}\n`);
    }
  }
}

/** The ids of the requests in a batch; undefined if the line is not valid JSON. */
function idsIn(line: string): readonly Id[] | undefined {
  try {
    const batch = JSON.parse(line) as readonly ({ readonly method?: unknown; readonly id?: unknown } | null)[];
    return batch.flatMap((each) => {
      const { method, id } = each ?? {};
      return method !== undefined && (typeof id === 'string' || typeof id === 'number') ? [id] : [];
    });
  } catch {
    return undefined;
  }
}
