import { AppError } from '#wire/error-kind.ts';
import { AnsweringThread } from '#worker-thread/server/answering-thread.ts';
import { programBeside } from '#worker-thread/server/program-beside.ts';
import { Turns } from '#worker-thread/server/turns.ts';

import { MAX_LENGTH_AT_ONCE } from '../../storage/server/waiting-texts.ts';
import type { TextFile } from '../domain/imported.ts';
import { readImported } from '../domain/read-imported.ts';

const WORKER = programBeside(import.meta, 'import-worker');

/** Any YAML up to this length is read in a few milliseconds. Most front matter is shorter. */
const MAX_YAML_AT_ONCE = 1_000;
const MAX_HEAP_MB = 200;
/** Keeps the thread alive between the requests of an import. */
const IDLE_MS = 5_000;

type ReadText = ReturnType<typeof readImported>;

/** Reads the text files of imports. Slow ones are read in a worker thread, in turns between people. */
export class ImportThread {
  readonly #thread = new AnsweringThread<TextFile, ReadText>(WORKER, {
    name: 'imports',
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: 32 },
    idleMs: IDLE_MS,
  });
  readonly #turns = new Turns(1);

  async read(person: string, { path: given, text, isOfCode }: TextFile): Promise<ReadText> {
    const file = { path: given, text, isOfCode };
    if (!takesLong(file)) return readImported(file);
    try {
      return await this.#turns.take(person, () => this.#thread.ask(file));
    } catch (cause) {
      throw new AppError('too-large', 'This file takes too much memory or time to read. Divide it.', { cause });
    }
  }

  end(): Promise<void> {
    return this.#thread.end();
  }
}

/** Reports whether reading blocks other work for long: the text is long, or begins with long YAML. */
function takesLong({ text }: TextFile): boolean {
  if (text.length > MAX_LENGTH_AT_ONCE) return true;
  const head = text.slice(0, MAX_YAML_AT_ONCE);
  return /^\s*---/u.test(head) && !/[\r\n](?:---|\.\.\.)/u.test(head);
}
