import type { SourceSummary } from '../../storage/protocol.ts';
import type { LibraryDependencies } from '../../storage/server/dependencies.ts';
import type { OwnedSource } from '../../storage/server/source-text.ts';

type Progress = NonNullable<SourceSummary['progress']>;

/** A person's pages are told of progress at most this often, in ms. */
const TELL_EVERY_MS = 500;

/** How far the reading of each source has come. It is kept in memory: after a restart reading begins anew. */
export class ReadingProgress {
  readonly #tell: LibraryDependencies['tell'];
  readonly #current = new Map<string, Progress>();
  readonly #untold = new Map<string, Set<string>>();
  #timer: NodeJS.Timeout | null = null;

  constructor(tell: LibraryDependencies['tell']) {
    this.#tell = tell;
  }

  of(sourceId: string): Progress | null {
    return this.#current.get(sourceId) ?? null;
  }

  set({ person, sourceId }: OwnedSource, progress: Progress): void {
    this.#current.set(sourceId, progress);
    const untold = this.#untold.get(person);
    if (untold) untold.add(sourceId);
    else this.#untold.set(person, new Set([sourceId]));
    this.#timer ??= setTimeout(() => this.#tellAll(), TELL_EVERY_MS).unref();
  }

  end(sourceId: string): void {
    this.#current.delete(sourceId);
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#untold.clear();
  }

  #tellAll(): void {
    this.#timer = null;
    const untold = [...this.#untold];
    this.#untold.clear();
    for (const [person, sources] of untold) this.#tell(person, [...sources]);
  }
}
