import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

import { expect, onTestFinished, test } from 'vitest';

import { AnsweringThread } from './answering-thread.ts';

const WORKER = path.resolve(import.meta.dirname, '../../../fixtures/worker-thread/odd-worker.ts');

function start(maxSilenceMs?: number): AnsweringThread<string, number> {
  const thread = new AnsweringThread<string, number>(WORKER, {
    name: 'odd',
    ...(maxSilenceMs !== undefined && { maxSilenceMs }),
  });
  onTestFinished(() => thread.end());
  return thread;
}

test('one thread answers all questions, and an exception fails only its own question', async () => {
  const thread = start();
  const [first, failed, last] = await Promise.allSettled([thread.ask('a'), thread.ask('throw'), thread.ask('b')]);
  expect(failed).toMatchObject({ status: 'rejected', reason: { message: 'no' } });
  expect(first).toMatchObject({ status: 'fulfilled' });
  expect(last).toEqual(first);
});

test('a thread that ends fails its open questions, and the next question starts another', async () => {
  const thread = start();
  const first = await thread.ask('a');
  const [ended, waiting] = await Promise.allSettled([thread.ask('exit'), thread.ask('b')]);
  expect([ended.status, waiting.status]).toEqual(['rejected', 'rejected']);
  expect(await thread.ask('a')).not.toBe(first);
});

test('a thread that does not answer is terminated, and the next question starts another', async () => {
  const thread = start(5_000);
  const first = await thread.ask('a');
  await expect(thread.ask('hang')).rejects.toThrow('did not answer');
  expect(await thread.ask('a')).not.toBe(first);
});

test('an ended thread starts again with the next question', async () => {
  const thread = start();
  const first = await thread.ask('a');
  await thread.end();
  expect(await thread.ask('a')).not.toBe(first);
});

test('a program waits for the end of a thread that still answers', async () => {
  const program = path.resolve(import.meta.dirname, '../../../fixtures/worker-thread/end-with-an-answer.ts');
  expect((await promisify(execFile)(process.execPath, [program])).stdout).toBe('ended\n');
});
