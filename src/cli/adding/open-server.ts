import { existsSync } from 'node:fs';

import { storedToken, tokenFile } from '#account/server/token-file.ts';
import { readSettings, type Settings } from '#composition/server/settings.ts';
import { ownerAddress } from '#platform/database/data-folder/owner-lock.ts';
import { openToRead } from '#platform/database/open-to-read.ts';
import { serverAddress } from '#platform/database/server-address.ts';

import { createServerClient, Refused, type ServerClient } from './server-client.ts';

export interface OpenServer {
  readonly client: ServerClient;
  /** Whether the server runs only for this command, which must then wait for its work before it closes it. */
  readonly isOwn: boolean;
  close(): Promise<void>;
}

/** Returns the server that runs on the data folder, or starts one in this process. */
export async function openServer(environment: NodeJS.ProcessEnv, signal: AbortSignal): Promise<OpenServer> {
  const running = await findServer(environment, signal);
  if (running) return { client: running.client, isOwn: false, close: () => Promise.resolve() };
  const { runServer } = await import('#main.ts');
  const server = await runServer({ ...environment, WARREN_HOST: '127.0.0.1', WARREN_PORT: '0', WARREN_PAGE_URL: '' });
  return {
    client: createServerClient({ url: server.address, token: server.token, signal }),
    isOwn: true,
    close: () => server.close(),
  };
}

export interface RunningServer {
  readonly url: string;
  readonly token: string;
  readonly client: ServerClient;
}

/** Returns the server that runs on the data folder, with a token that is valid there; undefined if none runs. */
export async function findServer(
  environment: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<RunningServer | undefined> {
  const settings = readSettings(environment);
  const url = await findAddress(settings);
  if (url === undefined) return undefined;
  const token = await tokenOf(settings);
  const client = createServerClient({ url, token, signal });
  await checkToken(client, url);
  return { url, token, client };
}

/** The address of the server of the data; undefined if none runs. */
export async function findAddress(settings: Settings): Promise<string | undefined> {
  const { home, databaseUrl } = settings;
  // With PostgreSQL no server locks the folder.
  const address = databaseUrl === undefined ? ownerAddress(home) : await addressInDatabase(settings);
  if (address === undefined) return undefined;
  return (await isServing(address)) ? address : undefined;
}

async function addressInDatabase(settings: Settings): Promise<string | undefined> {
  const database = await openToRead(settings);
  try {
    return await serverAddress(settings, database);
  } finally {
    await database.close();
  }
}

/** A server on a full disk counts as serving too, because it explains its refusals itself. */
async function isServing(address: string): Promise<boolean> {
  try {
    const answer = await fetch(`${address}/readyz`);
    if (answer.ok) return true;
    const { problems } = (await answer.json()) as { problems?: readonly { part: string }[] };
    return problems !== undefined && problems.every(({ part }) => part !== 'server');
  } catch {
    return false;
  }
}

async function tokenOf({ home, token }: Settings): Promise<string> {
  if (token !== undefined) return token;
  if (existsSync(tokenFile(home))) return storedToken(home);
  throw new Error(`Warren is running, but ${tokenFile(home)} holds no token. Set WARREN_TOKEN to yours.`);
}

async function checkToken(client: ServerClient, url: string): Promise<void> {
  try {
    await client.get('/api/me');
  } catch (error) {
    if (!(error instanceof Refused) || error.kind !== 'signed-out') throw error;
    throw new Error(`Warren at ${url} does not know this token. Set WARREN_TOKEN to yours.`, { cause: error });
  }
}
