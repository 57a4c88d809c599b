import { afterEach, expect, test } from 'vitest';

import type { AccountTables } from '#account/server/tables.ts';
import { tablesOf } from '#database/server/database.ts';
import { ModelFailure, type ModelFailureKind } from '#language-model/server/model-failure.ts';

import { onDatabase } from '../../../../fixtures/database/each-engine.ts';
import { type ScriptedEmbedders, scriptedEmbedders } from '../../../../fixtures/embedding/scripted-embedders.ts';
import {
  writePassages,
  writePeople,
  writeSource,
  type WrittenSource,
} from '../../../../fixtures/library/write-source.ts';
import { vectorOf } from '../../../../fixtures/provider/embeddings.ts';
import type { LibraryTables } from '../../storage/server/tables.ts';
import { createIndexing, type Indexing } from './create-indexing.ts';

const SCRIPTED = 'scripted/words/64/1';
const OTHER = { key: 'scripted/other/8/1', name: 'Other embedder', dimension: 8 };

/** Waits long enough for a machine that does other work as well. */
const until = (isTrue: () => Promise<boolean>) => expect.poll(isTrue).toBe(true);

const failing = (failure: ModelFailureKind, retryAfterMs?: number) =>
  new ModelFailure(failure, { message: 'It failed.', remedy: 'Do something.', retryAfterMs });

onDatabase('indexing', (open) => {
  const running: Indexing[] = [];
  afterEach(async () => {
    for (const indexing of running.splice(0)) await indexing.close();
  });

  async function start() {
    const store = await open();
    const database = tablesOf<LibraryTables>(store);
    await tablesOf<AccountTables>(store).write((trx) => writePeople(trx, ['ada', 'bob']));
    const embedders = scriptedEmbedders();
    const told: string[] = [];
    const changed: string[] = [];
    const errors: string[] = [];
    function serve(given: ScriptedEmbedders = embedders): Indexing {
      const indexing = createIndexing(
        {
          database,
          embedders: given,
          notify: (person) => told.push(person),
          onVectors: (person) => changed.push(person),
          logError: (message, cause) => errors.push(`${message}: ${String(cause)}`),
          retryMs: 1,
          reportMs: 0,
        },
        { recoverAfterMs: 0 },
      );
      running.push(indexing);
      return indexing;
    }
    const indexing = serve();
    return {
      database,
      embedders,
      indexing,
      serve,
      told,
      changed,
      errors,
      write: (source: Partial<WrittenSource> & { id: string; passages: readonly string[] }) =>
        database.write((trx) => writeSource(trx, { person: 'ada', ...source })),
      vectors: (person = 'ada') =>
        database.read
          .selectFrom('passage_vectors as v')
          .leftJoin('passages as p', (join) =>
            join.onRef('p.hash', '=', 'v.hash').onRef('p.person_id', '=', 'v.person_id'),
          )
          .select(['v.model', 'v.dimension', 'v.vector', 'p.text'])
          .where('v.person_id', '=', person)
          .orderBy('p.text')
          .execute(),
      progress: () => indexing.progressOf('ada'),
      untilDone: (of = indexing) =>
        until(async () => {
          const { done, total, isChanging } = await of.progressOf('ada');
          return total > 0 && done === total && !isChanging;
        }),
    };
  }

  test('passages get vectors of the person’s model, and the newest of equal sources comes first', async () => {
    const { write, database, embedders, indexing, vectors, progress, untilDone, told, changed } = await start();
    await write({ id: 'old', passages: ['coffee one', 'coffee two'] });
    await write({ id: 'new', passages: ['tea', 'tee'] });
    await database.write((trx) => trx.updateTable('sources').set({ changed_at: 5 }).where('id', '=', 'new').execute());
    await write({ id: 'hers', person: 'bob', passages: ['of bob'] });
    expect(await progress()).toMatchObject({ model: null, done: 0, total: 4, waitingSources: 2, problem: null });
    expect(await indexing.servingOf('ada')).toBeNull();
    indexing.wake('ada');
    await untilDone();
    expect(embedders.embedded).toEqual(['tea', 'tee', 'coffee one', 'coffee two']);
    const rows = await vectors();
    expect(rows.map(({ model, dimension, text }) => [model, dimension, text])).toEqual([
      [SCRIPTED, 64, 'coffee one'],
      [SCRIPTED, 64, 'coffee two'],
      [SCRIPTED, 64, 'tea'],
      [SCRIPTED, 64, 'tee'],
    ]);
    const bytes = Uint8Array.from(rows[2]?.vector ?? []);
    expect([...new Float32Array(bytes.buffer)]).toEqual(vectorOf('tea', 64));
    expect(await progress()).toEqual({
      model: 'Scripted embedder',
      isEmbedded: false,
      done: 4,
      total: 4,
      waitingSources: 0,
      problem: null,
      isChanging: false,
      leftBytes: 0,
    });
    expect(await indexing.servingOf('ada')).toMatchObject({ embedder: { model: { key: SCRIPTED } } });
    expect([...new Set([...told, ...changed])]).toEqual(['ada']);
    expect(await vectors('bob')).toEqual([]);
  });

  test('own notes come before other texts, and small sources before large ones', async () => {
    const { write, database, embedders, indexing, untilDone } = await start();
    const by = (kind: 'note' | 'article_clip' | 'voice_memo', origin: 'person' | 'agent' = 'person') => ({
      columns: { kind, origin },
    });
    await write({ id: 'long note', passages: ['first', 'second', 'third'], ...by('note') });
    await write({ id: 'memo', passages: ['said', 'twice'], ...by('voice_memo') });
    await write({ id: 'manual', passages: ['chapter one', 'chapter two'], ...by('article_clip') });
    await write({ id: 'of a terminal', passages: ['what a program wrote'], ...by('note', 'agent') });
    // The newest.
    await database.write((trx) =>
      trx.updateTable('sources').set({ changed_at: 5 }).where('id', '=', 'manual').execute(),
    );
    indexing.wake('ada');
    await untilDone();
    expect(embedders.embedded).toEqual([
      'said',
      'twice',
      'first',
      'second',
      'third',
      'what a program wrote',
      'chapter one',
      'chapter two',
    ]);
  });

  test('a language that the model does not know gets no vector and is not counted', async () => {
    const { write, embedders, indexing, progress, untilDone } = await start();
    embedders.use({ languages: ['en'] });
    await write({ id: 'english', language: 'en', passages: ['coffee'] });
    await write({ id: 'german', language: 'de', passages: ['Kaffee'] });
    await write({ id: 'short', passages: ['ok'] });
    await write({ id: 'gone', language: 'en', passages: ['deleted'], columns: { deleted_at: 5 } });
    indexing.wake('ada');
    await untilDone();
    expect(embedders.embedded.toSorted()).toEqual(['coffee', 'ok']);
    expect(await progress()).toMatchObject({ done: 2, total: 2, waitingSources: 0 });
  });

  test('equal passages are embedded once, and an edit embeds only new ones', async () => {
    const { write, database, embedders, indexing, progress, untilDone } = await start();
    await write({ id: 'one', passages: ['same', 'first'] });
    await write({ id: 'two', passages: ['same'] });
    indexing.wake('ada');
    await untilDone();
    expect(embedders.embedded.toSorted()).toEqual(['first', 'same']);
    await database.write((trx) =>
      writePassages(trx, { id: 'one', person: 'ada', passages: ['same', 'first', 'second'] }),
    );
    indexing.wake('ada');
    await until(async () => (await progress()).total === 4);
    await untilDone();
    expect(embedders.embedded.slice(2)).toEqual(['second']);
  });

  test('a restart continues the work, and nothing is embedded twice', async () => {
    const { write, embedders, indexing, serve, untilDone } = await start();
    await write({ id: 'long', passages: ['1', '2', '3', '4', '5', '6'] });
    const second = Promise.withResolvers<void>();
    embedders.before((texts) => {
      if (!texts.includes('5')) return;
      second.resolve();
      return new Promise(() => undefined);
    });
    indexing.wake('ada');
    await second.promise;
    await indexing.close();
    expect(embedders.embedded).toEqual(['1', '2', '3', '4']);
    const next = scriptedEmbedders();
    const restarted = serve(next);
    await restarted.recover();
    await untilDone(restarted);
    expect(next.embedded).toEqual(['5', '6']);
  });

  test('a failure is shown and tried again, and earlier vectors remain', async () => {
    const { write, embedders, indexing, progress, untilDone, errors } = await start();
    await write({ id: 'long', passages: ['1', '2', '3', '4', '5'] });
    let isDown = true;
    embedders.before((texts) => {
      if (isDown && texts.includes('5')) throw failing('overloaded');
    });
    indexing.wake('ada');
    await until(async () => (await progress()).problem !== null);
    expect(await progress()).toMatchObject({
      done: 4,
      total: 5,
      waitingSources: 1,
      problem: {
        message: 'It failed.',
        remedy: 'It goes on by itself. Until then, new sources are found by words.',
      },
    });
    isDown = false;
    await untilDone();
    expect((await progress()).problem).toBeNull();
    expect(errors[0]).toMatch(/^The library could not be indexed/);
  });

  test('a failure that needs the person is tried again as soon as a setting changes', async () => {
    const { write, embedders, indexing, progress, untilDone } = await start();
    await write({ id: 'note', passages: ['1'] });
    const calls: string[] = [];
    embedders.before((texts) => {
      calls.push(...texts);
      // Far longer than this test takes.
      throw failing('spending-limit', 3_600_000);
    });
    indexing.wake('ada');
    await until(async () => (await progress()).problem !== null);
    expect((await progress()).problem?.remedy).toBe('Do something. Until then, new sources are found by words.');
    indexing.wake('ada');
    embedders.before(() => undefined);
    embedders.use({});
    await untilDone();
    expect(calls).toEqual(['1']);
  });

  test('one text that the model refuses does not block the others', async () => {
    const { write, embedders, indexing, progress } = await start();
    await write({ id: 'note', passages: ['1', 'bad', '3', '4', '5'] });
    embedders.before((texts) => {
      if (texts.includes('bad')) throw failing('too-large');
    });
    indexing.wake('ada');
    await until(async () => (await progress()).done === 4);
    // Nothing waits for a text that the model cannot embed.
    await until(async () => (await progress()).waitingSources === 0);
    expect(await progress()).toMatchObject({
      total: 5,
      problem: { message: 'One passage could not be read by Scripted embedder.', remedy: 'They are found by words.' },
    });
  });

  test('a model that refuses everything counts as a failure of the model, not of the texts', async () => {
    const { write, embedders, indexing, progress } = await start();
    await write({ id: 'note', passages: ['1', '2'] });
    embedders.before(() => {
      throw failing('malformed');
    });
    indexing.wake('ada');
    await until(async () => (await progress()).problem !== null);
    expect((await progress()).problem).toMatchObject({ message: 'It failed.' });
  });

  test('the earlier model’s vectors serve until the new ones are complete, and are kept for its return', async () => {
    const { write, database, embedders, indexing, progress, untilDone, vectors } = await start();
    await write({ id: 'long', passages: ['1', '2', '3', '4', '5', '6'] });
    indexing.wake('ada');
    await untilDone();
    const middle = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    embedders.before((texts) => {
      if (!texts.includes('5')) return;
      middle.resolve();
      return goOn.promise;
    });
    embedders.use(OTHER);
    await middle.promise;
    expect(await progress()).toMatchObject({ model: 'Scripted embedder', isChanging: true, done: 4, total: 6 });
    expect(await indexing.servingOf('ada')).toMatchObject({ embedder: { model: { key: SCRIPTED } } });
    goOn.resolve();
    await untilDone();
    expect(await progress()).toMatchObject({ model: 'Other embedder', isChanging: false });
    await until(async () => (await progress()).leftBytes === 6 * 64 * 4);

    // Adds passages that both models lack, and deletes a vector that only the left model then has: the left model must
    // not serve because of it.
    await database.write(async (trx) => {
      await writeSource(trx, { id: 'new', person: 'ada', passages: ['7', '8'] });
      const one = trx.selectFrom('passage_vectors').select('hash').where('model', '=', OTHER.key).limit(1);
      await trx.deleteFrom('passage_vectors').where('model', '=', OTHER.key).where('hash', 'in', one).execute();
    });
    const again = Promise.withResolvers<void>();
    const goOnAgain = Promise.withResolvers<void>();
    embedders.before(() => {
      again.resolve();
      return goOnAgain.promise;
    });
    indexing.wake('ada');
    await again.promise;
    expect(await progress()).toMatchObject({ model: 'Other embedder', isChanging: false, total: 8 });
    goOnAgain.resolve();
    await untilDone();

    // After the return only new texts are embedded, and vectors of deleted texts are deleted.
    await database.write((trx) =>
      writePassages(trx, { id: 'long', person: 'ada', passages: ['1', '2', '3', '4', '5'] }),
    );
    const before = embedders.embedded.length;
    embedders.use({});
    await until(async () => (await progress()).leftBytes > 0 && (await progress()).model === 'Scripted embedder');
    await untilDone();
    expect(embedders.embedded.slice(before).toSorted()).toEqual(['7', '8']);
    expect(await progress()).toMatchObject({ isChanging: false, done: 7, total: 7 });

    await indexing.freeLeft('ada');
    expect(await progress()).toMatchObject({ leftBytes: 0, done: 7 });
    expect(new Set((await vectors()).map(({ model }) => model))).toEqual(new Set([SCRIPTED]));
  });

  test('the stored vectors of a left model follow the texts, also after a restart', async () => {
    const { write, database, embedders, indexing, serve, untilDone, progress } = await start();
    await write({ id: 'note', passages: ['1', '2'] });
    indexing.wake('ada');
    await untilDone();
    embedders.use(OTHER);
    await until(async () => (await progress()).leftBytes === 2 * 64 * 4);
    await indexing.close();
    await database.write((trx) => writePassages(trx, { id: 'note', person: 'ada', passages: ['1'] }));
    const later = serve();
    await later.recover();
    await until(async () => (await later.progressOf('ada')).leftBytes === 64 * 4);
    expect(await later.progressOf('ada')).toMatchObject({ model: 'Other embedder', isChanging: false });
  });

  test('an earlier model that can no longer be called does not serve', async () => {
    const { write, indexing, serve, untilDone } = await start();
    await write({ id: 'long', passages: ['1', '2', '3', '4', '5', '6'] });
    indexing.wake('ada');
    await untilDone();
    await indexing.close();
    const next = scriptedEmbedders();
    const forgotten = { ...next, ofModel: () => Promise.resolve(null) };
    next.use(OTHER);
    next.before((texts) => (texts.includes('5') ? new Promise(() => undefined) : undefined));
    const changed = serve(forgotten);
    changed.wake('ada');
    await until(async () => (await changed.servingOf('ada')) !== null);
    expect(await changed.servingOf('ada')).toMatchObject({ embedder: { model: { key: OTHER.key } } });
  });

  test('a stand-in serves too, and the chosen model’s vectors are kept for its return', async () => {
    const { write, embedders, indexing, untilDone, vectors, progress } = await start();
    await write({ id: 'note', passages: ['1', '2'] });
    indexing.wake('ada');
    await untilDone();
    embedders.use({ ...OTHER, isStandIn: true });
    await until(async () => (await progress()).model === 'Other embedder');
    expect(await vectors()).toHaveLength(4);
    const before = embedders.embedded.length;
    embedders.use({});
    await until(async () => (await progress()).model === 'Scripted embedder');
    await until(async () => (await progress()).leftBytes === 2 * 8 * 4);
    expect(embedders.embedded).toHaveLength(before);
  });

  test('vectors of deleted texts are deleted, those of deleted sources are not', async () => {
    const { write, database, indexing, serve, untilDone, vectors } = await start();
    await write({ id: 'edited', passages: ['kept', 'gone'] });
    await write({ id: 'deleted', passages: ['can be restored'] });
    indexing.wake('ada');
    await untilDone();
    await database.write(async (trx) => {
      await writePassages(trx, { id: 'edited', person: 'ada', passages: ['kept'] });
      await trx.updateTable('sources').set({ deleted_at: 5 }).where('id', '=', 'deleted').execute();
    });
    const later = serve();
    await later.recover();
    await until(async () => (await vectors()).length === 2);
    expect((await vectors()).map(({ text }) => text)).toEqual(['can be restored', 'kept']);
  });
});
