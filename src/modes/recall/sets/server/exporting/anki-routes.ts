import type { RunningExports } from '#person-data/server/running-exports.ts';
import { AppError } from '#wire/error-kind.ts';
import { fileAnswer } from '#wire/file.ts';
import { route, type Route } from '#wire/route.ts';

import { ankiDeck, ankiDecks, ankiOffer } from '../../protocol.ts';

/** AnkiConnect needs quadratic time to read a request, and blocks Anki meanwhile. */
const MAX_SENT_MB = 16;
const MAX_SENT_BYTES = MAX_SENT_MB * 1_024 * 1_024;

/** A running Anki. All methods reject with an AppError for the person. */
interface Anki {
  /** Names of the decks. */
  decks(): Promise<readonly string[]>;
  /** Imports a package into Anki. */
  send(bytes: Uint8Array): Promise<void>;
  /** Exports a deck with its schedules as a package. */
  take(deck: string): Promise<Uint8Array>;
}

interface AnkiDependencies {
  /** Null if none is configured. */
  readonly anki: Anki | null;
  /** Only the server's owner has access to Anki. */
  readonly isOwner: (person: string) => Promise<boolean>;
  readonly exports: RunningExports;
}

export function ankiRoutes({ anki, isOwner, exports }: AnkiDependencies): Route[] {
  const offered = async (person: string) => (anki !== null && (await isOwner(person)) ? anki : null);
  async function required(person: string): Promise<Anki> {
    const found = await offered(person);
    if (found) return found;
    throw new AppError('refused', 'This server is not connected with an Anki of yours.', { reason: 'no-anki' });
  }
  return [
    route({
      method: 'GET',
      path: '/api/recall/anki',
      summary: 'Whether sets can be sent to a running Anki, and decks taken from it',
      answer: ankiOffer,
      handle: async ({ person }) => ({ isOffered: (await offered(person)) !== null }),
    }),
    route({
      method: 'GET',
      path: '/api/recall/anki/decks',
      summary: 'The names of the decks in Anki',
      answer: ankiDecks,
      handle: async ({ person }) => ({ decks: [...(await (await required(person)).decks())] }),
    }),
    route({
      method: 'POST',
      path: '/api/recall/anki/take',
      summary: 'A package of a deck in Anki, to be imported as any other file. Nothing is added',
      body: ankiDeck,
      answer: fileAnswer,
      handle: async ({ person, body }) => ({
        bytes: await (await required(person)).take(body.deck),
        mediaType: 'application/octet-stream',
        name: `${body.deck}.apkg`,
      }),
    }),
    route({
      method: 'POST',
      path: '/api/recall/anki/send',
      summary: 'Imports the Anki package of sets that was made last into Anki',
      answer: ankiOffer,
      async handle({ person }) {
        const to = await required(person);
        await to.send(await packageOf(exports, person));
        return { isOffered: true };
      },
    }),
  ];
}

async function packageOf(exports: RunningExports, person: string): Promise<Uint8Array> {
  const { bytes, name } = exports.file(person);
  if (!name.endsWith('.apkg'))
    throw new AppError('refused', 'The file that was made last is no Anki package. Export one first.', {
      reason: 'no-package',
    });
  if (bytes instanceof Uint8Array) return bytes;
  if (bytes.length > MAX_SENT_BYTES)
    throw new AppError(
      'refused',
      `These sets are larger than ${MAX_SENT_MB} MB with their images. Export them, and import the file in Anki.`,
      { reason: 'too-large' },
    );
  const parts: Uint8Array[] = [];
  for await (const part of bytes.stream) parts.push(part);
  return Buffer.concat(parts);
}
