import { open, readFile } from 'node:fs/promises';

import { AppError } from '#wire/error-kind.ts';

import type { PackageBatch, PackagePoint } from '../../domain/deck/package.ts';
import { deckInSteps } from '../../domain/deck/read-deck.ts';
import type { DeckChoices, DeckKind, DeckTable, PointMoment } from '../../protocol.ts';
import { runInSteps } from '../run-in-steps.ts';
import type { PackageReading, ReadPackage } from './read-package.ts';

/** A point in a file. Texts have no notes. */
export interface DeckCard extends Omit<PackagePoint, 'noteId' | 'noteCard' | 'modifiedAt'> {
  readonly moment?: PointMoment;
  readonly note: { readonly id: string; readonly card: string; readonly modifiedAt: number } | null;
  /** Number of its first line, from 1; 0 if the file has no lines. */
  readonly line: number;
}

interface DeckBatch extends Pick<PackageBatch, 'images' | 'left'> {
  readonly cards: readonly DeckCard[];
}

interface DeckReading extends Omit<PackageReading, 'onBatch'> {
  readonly onBatch: (batch: DeckBatch) => Promise<void>;
}

/** A file of cards. It can be read several times. */
export interface OpenDeck {
  readonly kind: DeckKind;
  readonly table: DeckTable | null;
  /** Remarks on how the file was read. */
  readonly notes: readonly string[];
  read(reading: DeckReading): Promise<void>;
}

export interface DeckReaders {
  /** Decodes a text file, with remarks for the person. Refuses binary files. */
  readonly decodeText: (bytes: Uint8Array) => { readonly text: string; readonly notes: readonly string[] };
  readonly readPackage: ReadPackage;
}

const MAX_TEXT_BYTES = 8 * 1024 * 1024;
const CARDS_AT_ONCE = 1_000;
const ZIP = 'PK';
const SQLITE = 'SQLite format 3\0';

export async function openDeck(
  { decodeText, readPackage }: DeckReaders,
  { path, name, choices }: { readonly path: string; readonly name: string; readonly choices: DeckChoices },
): Promise<OpenDeck> {
  const { size, head } = await beginningOf(path);
  if (head.startsWith(ZIP) || head.startsWith(SQLITE))
    return {
      kind: 'package',
      table: null,
      notes: [],
      read: ({ onBatch, ...reading }) =>
        readPackage(
          { path },
          {
            ...reading,
            onBatch: ({ points, images, left }) =>
              onBatch({
                images,
                left,
                cards: points.map((point) => ({
                  ...point,
                  note: { id: point.noteId, card: point.noteCard, modifiedAt: point.modifiedAt },
                  line: 0,
                })),
              }),
          },
        ),
    };
  if (size > MAX_TEXT_BYTES)
    throw new AppError('refused', 'A text of cards has at most 8 MB. Divide it into several files.', {
      reason: 'too-large',
    });
  const { text, notes } = decodeText(await readFile(path));
  const { kind, table, decks, left } = await runInSteps(deckInSteps(text, { name, choices }));
  return {
    kind,
    table,
    notes,
    async read({ onBatch, signal }) {
      await onBatch({ cards: [], images: [], left });
      for (const deck of decks)
        for (let from = 0; from < deck.points.length; from += CARDS_AT_ONCE) {
          signal.throwIfAborted();
          const part = deck.points.slice(from, from + CARDS_AT_ONCE);
          const cards = part.map((point) => ({
            ...point,
            ...NO_HISTORY,
            tags: point.tags ?? [],
            deck: deck.title,
            note: null,
          }));
          await onBatch({ cards, images: [], left: [] });
        }
    },
  };
}

const NO_HISTORY = { images: [], isSuspended: false, schedule: null, reviews: [] } as const;

async function beginningOf(path: string): Promise<{ readonly size: number; readonly head: string }> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SQLITE.length), 0, SQLITE.length, 0);
    return { size: (await file.stat()).size, head: buffer.toString('latin1', 0, bytesRead) };
  } finally {
    await file.close();
  }
}
