import { type Route, route } from '#wire/route.ts';

import type { RecallDependencies } from '../../../storage/server/dependencies.ts';
import { NEEDED_REVIEWS } from '../../domain/fit.ts';
import { DEFAULT_WEIGHTS } from '../../domain/scheduling.ts';
import { fitChoice, type MemoryModel, memoryModel, weightsChoice } from '../../protocol.ts';
import { countForeseeableReviews } from '../counted-reviews.ts';
import type { ModelRuns } from './model-runs.ts';
import { takeWeights } from './take-weights.ts';
import { readWeights, type StoredWeights } from './weights-store.ts';

/** The memory model: which weights schedule a person's reviews, fitting them, and accepting or declining the result. */
export function memoryModelRoutes(dependencies: RecallDependencies, runs: ModelRuns): Route[] {
  const { database } = dependencies;
  const { read } = database;

  async function modelOf(person: string): Promise<MemoryModel> {
    // Read before the store: a run that ends in between is then either in the store as an offer or reported as running
    // once more.
    const run = runs.of(person);
    const held = await readWeights(read, person);
    const active = held.find(({ isActive }) => isActive);
    const offer = held.find(({ isActive, notes }) => !isActive && notes.isOffered);
    return {
      active: {
        kind: active?.notes.kind ?? 'published',
        weights: [...(active?.weights ?? DEFAULT_WEIGHTS.weights)],
        since: active?.notes.kind === 'own' ? active.notes.takenAt : null,
        figures: active?.notes.figures ?? null,
        moved: active ? movedTo(active) : null,
      },
      reviews: await countForeseeableReviews(read, person),
      needed: NEEDED_REVIEWS,
      run: run ?? toOffer(offer),
    };
  }

  return [
    route({
      method: 'GET',
      path: '/api/recall/memory-model',
      summary: 'How what is remembered is foreseen, and what a fit came to',
      answer: memoryModel,
      handle: ({ person }) => modelOf(person),
    }),
    route({
      method: 'POST',
      path: '/api/recall/memory-model/fit',
      summary: 'Begins to fit the memory model to the person’s reviews; nothing is used unasked',
      body: fitChoice,
      answer: memoryModel,
      async handle({ person, body }) {
        await runs.start(person, body);
        return modelOf(person);
      },
    }),
    route({
      method: 'DELETE',
      path: '/api/recall/memory-model/fit',
      summary: 'Cancels the fit that is under way; else forgets what came of the last',
      answer: memoryModel,
      async handle({ person }) {
        await runs.cancel(person);
        return modelOf(person);
      },
    }),
    route({
      method: 'POST',
      path: '/api/recall/memory-model/use',
      summary: 'Schedules reviews by weights that were offered, or by the published ones',
      body: weightsChoice,
      answer: memoryModel,
      async handle({ person, body }) {
        await database.write((trx) => takeWeights(dependencies, trx, { person, ...body }));
        return modelOf(person);
      },
    }),
  ];
}

function movedTo({ notes }: StoredWeights): MemoryModel['active']['moved'] {
  const last = notes.moves.toSorted((one, other) => one.at - other.at).at(-1);
  if (!last || last.upTo === '') return null;
  return last.upTo === null ? 'all' : 'part';
}

function toOffer(offer: StoredWeights | undefined): MemoryModel['run'] {
  if (!offer?.notes.figures) return null;
  return { status: 'better', id: offer.id, at: offer.createdAt, figures: offer.notes.figures };
}
