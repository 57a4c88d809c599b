import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { z } from 'zod';

/** The start of the session, as turn 0, or of a turn, with the stored state of the files. */
const turnRecord = z.object({
  turn: z.int().nonnegative(),
  at: z.number(),
  prompt: z.string(),
  /** The root of the repository; null if the folder was in none, and without git. */
  root: z.string().nullable(),
  tree: z.string().nullable(),
  /** Whether there were too many files for the tree. */
  isCut: z.boolean(),
  /** Files that tools were about to change, by path: the key of a copy, or null if the file did not exist. */
  copies: z.record(z.string(), z.string().nullable()),
});
export type TurnRecord = z.infer<typeof turnRecord>;

/** Maximum number of turns, besides the start of the session. Older ones are dropped. */
const MAX_TURNS = 300;

/** Stores the turns of a session in a file. */
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

  /** Adds copies to the latest turn. */
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
