import type { Transaction } from 'kysely';

import { changedSince } from '#undo/server/put-back.ts';
import type { UndoHandlers } from '#undo/server/undo-log.ts';
import { AppError } from '#wire/error-kind.ts';

import type { RecallDependencies } from '../../../storage/server/dependencies.ts';
import type { RecallTables } from '../../../storage/server/tables.ts';
import { areWeights } from '../../domain/fit.ts';
import { DEFAULT_WEIGHTS } from '../../domain/scheduling.ts';
import { replayAllPoints } from '../reviews/cards.ts';
import {
  activate,
  insertWeights,
  readWeights,
  type StoredWeights,
  type WeightsNotes,
  writeNotes,
} from './weights-store.ts';

const MEMORY_MODEL_USED = 'memory-model-used';

interface Used {
  /** Null for the published weights. */
  readonly from: string | null;
  readonly to: string | null;
  /** Later than every earlier move. */
  readonly at: number;
  /** The weights had been offered, and are offered again when the change is undone. */
  readonly wasOffered: boolean;
  /** Existing due dates are also recomputed. */
  readonly isMoved: boolean;
}

/**
 * Schedules a person's reviews with other weights from now on: each point uses them from its next review. With
 * `moveDue`, recomputes all cards from the log with these weights.
 */
export async function takeWeights(
  { undo, preferencesOf, now, newId }: Pick<RecallDependencies, 'undo' | 'preferencesOf' | 'now' | 'newId'>,
  trx: Transaction<RecallTables>,
  { person, id, moveDue }: { person: string; id: string | null; moveDue: boolean },
): Promise<void> {
  const held = await readWeights(trx, person);
  const active = held.find(({ isActive }) => isActive) ?? null;
  const chosen = held.find((each) => each.id === id);
  if (id !== null && !chosen) throw new AppError('not-found', 'There are no such weights.');
  if (chosen && !areWeights(chosen.weights))
    throw new AppError('refused', 'These weights cannot be used. Fit your memory model again.', { reason: 'unusable' });
  const isInUse = id === null ? active === null || active.notes.kind === 'published' : active?.id === id;
  if (isInUse && !moveDue) return;
  const at = Math.max(now(), ...held.flatMap(({ notes }) => notes.moves.map((move) => move.at + 1)));
  // The published weights belong to nobody, so a move to them is recorded on a copy for this person.
  const noted = chosen ?? (moveDue ? await ownPublished(trx, person, { held, id: newId(), at }) : null);
  if (noted) {
    const moves = moveDue ? [...noted.notes.moves, { at, upTo: null }] : noted.notes.moves;
    const notes = { ...noted.notes, isOffered: false, takenAt: now(), moves };
    await writeNotes(trx, person, { id: noted.id, notes });
  }
  await activate(trx, person, noted?.id ?? null);
  if (moveDue) await replayAllPoints(trx, { person, at: now() }, await preferencesOf(trx, person));
  const wasOffered = noted?.notes.isOffered ?? false;
  const reversal: Used = { from: active?.id ?? null, to: noted?.id ?? null, at, wasOffered, isMoved: moveDue };
  const label = chosen ? 'Took a memory model of your own' : 'Went back to the published memory model';
  await undo.record(trx, { person, kind: MEMORY_MODEL_USED, label, reversal });
}

async function ownPublished(
  trx: Transaction<RecallTables>,
  person: string,
  { held, id, at }: { held: readonly StoredWeights[]; id: string; at: number },
): Promise<StoredWeights> {
  const there = held.find(({ notes }) => notes.kind === 'published');
  if (there) return there;
  const { weights } = DEFAULT_WEIGHTS;
  const notes: WeightsNotes = { kind: 'published', figures: null, isOffered: false, takenAt: at, moves: [] };
  await insertWeights(trx, person, { id, weights, at, notes });
  return { id, weights, createdAt: at, isActive: false, notes };
}

export function memoryModelUndoHandlers({ preferencesOf }: Pick<RecallDependencies, 'preferencesOf'>): UndoHandlers {
  return {
    [MEMORY_MODEL_USED]: {
      async reverse(anyTrx, { person, reversal, now }) {
        const trx = anyTrx as Transaction<RecallTables>;
        const { from, to, at, wasOffered, isMoved } = reversal as Used;
        const held = await readWeights(trx, person);
        const active = held.find(({ isActive }) => isActive)?.id ?? null;
        const isMovedAgain = held.some(({ notes }) =>
          notes.moves.some((move) => move.at > at || (move.at === at && !isMoved)),
        );
        if (active !== to || isMovedAgain)
          throw changedSince('The memory model was changed again since. Choose it in the settings.');
        await activate(trx, person, from);
        const weights = held.find(({ id }) => id === to);
        if (!weights) return;
        const isOfferedOther = held.some(({ notes }) => notes.isOffered);
        const moves = weights.notes.moves.filter((move) => move.at !== at);
        const notes = { ...weights.notes, moves, isOffered: wasOffered && !isOfferedOther };
        await writeNotes(trx, person, { id: weights.id, notes });
        if (isMoved) await replayAllPoints(trx, { person, at: now }, await preferencesOf(trx, person));
      },
    },
  };
}
