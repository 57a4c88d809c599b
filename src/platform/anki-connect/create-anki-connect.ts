import { AppError } from '#wire/error-kind.ts';

/** Supported by AnkiConnect since 2017. */
const API_VERSION = 6;
const QUESTION_WITHIN_MS = 10_000;
/** Long enough for Anki to read or write a package. */
const PACKAGE_WITHIN_MS = 120_000;
const MAX_TAKEN_MB = 32;
/** Base64 encodes 3 bytes as 4. */
const MAX_ANSWER_BYTES = Math.ceil((MAX_TAKEN_MB * 1_024 * 1_024 * 4) / 3) + 1_024;
const MAX_QUOTED = 200;

interface AnkiConnectOf {
  readonly url: string;
  readonly key: string | undefined;
  readonly newId: () => string;
}

/**
 * Implements Recall's `Anki` with the add-on AnkiConnect at one address. Packages pass through Anki's media folder, the
 * only folder that AnkiConnect reads and writes for other machines, and are removed from it at once.
 */
export function createAnkiConnect({ url, key, newId }: AnkiConnectOf) {
  async function ask(action: string, params: object = {}, withinMs = QUESTION_WITHIN_MS): Promise<unknown> {
    const answer = await answerOf(
      fetch(url, {
        method: 'POST',
        // AnkiConnect closes each connection after its answer without announcing it.
        headers: { 'content-type': 'application/json', connection: 'close' },
        body: JSON.stringify({ action, version: API_VERSION, params, ...(key !== undefined && { key }) }),
        redirect: 'error',
        signal: AbortSignal.timeout(withinMs),
      }),
    );
    if (answer.error !== null) throw refusalOf(answer.error);
    return answer.result;
  }

  /** Calls `work` with the name of a file in Anki's media folder and its full path there. */
  async function withFile<Result>(work: (file: string, path: string) => Promise<Result>): Promise<Result> {
    if (Number(await ask('version')) < API_VERSION) throw tooOld();
    const folder = String(await ask('getMediaDirPath'));
    const file = `_warren-${newId()}.apkg`;
    try {
      return await work(file, `${folder}/${file}`);
    } finally {
      // A failure of `work` matters more than a file that is left behind.
      await ask('deleteMediaFile', { filename: file }).catch(() => undefined);
    }
  }

  return {
    async decks(): Promise<readonly string[]> {
      const names = await ask('deckNames');
      if (!Array.isArray(names)) throw noAnkiConnect();
      return names.filter((name) => typeof name === 'string').toSorted((one, other) => one.localeCompare(other));
    },
    send: (bytes: Uint8Array): Promise<void> =>
      withFile(async (filename, path) => {
        const data = Buffer.from(bytes).toString('base64');
        await ask('storeMediaFile', { filename, data }, PACKAGE_WITHIN_MS);
        if ((await ask('importPackage', { path }, PACKAGE_WITHIN_MS)) !== true)
          throw refused('Anki did not import the sets. Export them, and import the file in Anki.');
      }),
    take: (deck: string): Promise<Uint8Array> =>
      withFile(async (filename, path) => {
        if ((await ask('exportPackage', { deck, path, includeSched: true }, PACKAGE_WITHIN_MS)) !== true)
          throw refused('Anki has no deck of this name any more. Choose another one.');
        const data = await ask('retrieveMediaFile', { filename }, PACKAGE_WITHIN_MS);
        if (typeof data !== 'string')
          throw refused('Anki did not give its file. Export the deck there, and import it.');
        return Buffer.from(data, 'base64');
      }),
  };
}

async function answerOf(asked: Promise<Response>): Promise<{ readonly result: unknown; readonly error: unknown }> {
  let text: string;
  try {
    const response = await asked;
    text = await limitedText(response);
  } catch (error) {
    if (error instanceof AppError) throw error;
    const isLate = (error as Error).name === 'TimeoutError';
    throw refused(
      isLate
        ? 'Anki did not answer in time. A window of it may wait for you. Look there, then try again.'
        : 'Anki cannot be reached. Start it on its machine, with the add-on AnkiConnect, then try again.',
      error,
    );
  }
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    throw noAnkiConnect();
  }
  if (typeof answer !== 'object' || answer === null || !('error' in answer && 'result' in answer))
    throw noAnkiConnect();
  return answer;
}

async function limitedText({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body ?? []) {
    length += part.length;
    if (length > MAX_ANSWER_BYTES)
      throw refused(
        `This deck is larger than ${MAX_TAKEN_MB} MB with its media. Export it in Anki, and import that file here.`,
      );
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

function refusalOf(error: unknown): AppError {
  const words = String(error);
  if (words.includes('api key'))
    return refused('AnkiConnect asks for a key. Who runs this server sets it as WARREN_ANKI_CONNECT_KEY.');
  if (words.includes('unsupported action')) return tooOld();
  if (words.includes('collection is not available'))
    return refused('No profile is open in Anki. Open one there, then try again.');
  return refused(`Anki refused it: ${words.slice(0, MAX_QUOTED).toWellFormed()}`);
}

const tooOld = () => refused('AnkiConnect is too old there. Update it in Anki under Tools, Add-ons, then try again.');

const noAnkiConnect = () =>
  refused('What answers at the address is no AnkiConnect. Who runs this server can check WARREN_ANKI_CONNECT.');

const refused = (message: string, cause?: unknown) => new AppError('refused', message, { reason: 'anki', cause });
