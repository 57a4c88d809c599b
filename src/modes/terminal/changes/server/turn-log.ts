import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { z } from 'zod';

/** The start of the session, as turn 0, or of a turn: what is known of the files as they were then. */
const turnRecord = z.object({
  turn: z.int().nonnegative(),
  at: z.number(),
  prompt: z.string(),
  /** Of the repository; null where the folder was in none, or without git. */
  root: z.string().nullable(),
  tree: z.string().nullable(),
  /** There were too many files for the tree. */
  isCut: z.boolean(),
  /** Files that tools were about to change, by their path: the key of a copy, or null where there was none. */
  copies: z.record(z.string(), z.string().nullable()),
});
export type TurnRecord = z.infer<typeof turnRecord>;

/** The start and the latest turns are kept. */
const MAX_TURNS = 300;

/** The turns of a session, in a file beside what was kept for them. */
export class TurnLog {
  readonly #file: string;

  constructor(folder: string) {
    this.#file = path.join(folder, 'turns.json');
  }

  async read(): Promise<readonly TurnRecord[]> {
    const text = await readFile(this.#file, 'utf8').catch(() => '[]');
    return z.array(turnRecord).parse(JSON.parse(text));
  }

  async add(record: TurnRecord): Promise<void> {
    const [start, ...turns] = [...(await this.read()), record];
    await this.#write([...(start ? [start] : []), ...turns.slice(-MAX_TURNS)]);
  }

  /** Changes the latest one. */
  async change(copies: TurnRecord['copies']): Promise<void> {
    const known = await this.read();
    const last = known.at(-1);
    if (last) await this.#write([...known.slice(0, -1), { ...last, copies: { ...last.copies, ...copies } }]);
  }

  async #write(records: readonly TurnRecord[]): Promise<void> {
    await mkdir(path.dirname(this.#file), { recursive: true, mode: 0o700 });
    await writeFile(`${this.#file}.new`, JSON.stringify(records), { mode: 0o600 });
    await rename(`${this.#file}.new`, this.#file);
  }
}
