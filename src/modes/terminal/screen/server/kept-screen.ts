import type { ScreenSize } from './emulator.ts';
import type { CellSize, ScreenNews, ScreenOrder, ScreenText } from './screen-messages.ts';

export interface ScreenListener {
  /** Called with the terminal's answers to queries in the output that `onWritten` just reported. */
  readonly onReply: (reply: string) => void;
  readonly onChanged: (text: ScreenText) => void;
  /** Called with the number of written bytes that have reached the screen. */
  readonly onWritten: (bytes: number) => void;
  /** Called when the latest output ended the thread or hangs. That output, and all that was waiting, is dropped. */
  readonly onStuck: () => void;
  /** Packs the screen after much output since the last packing. If undefined, the screen does so itself. */
  readonly save?: () => Promise<unknown>;
}

type ReadScreen = Pick<Extract<ScreenNews, { type: 'read' }>, 'text' | 'above' | 'solid'>;

type Order = Exclude<ScreenOrder, { type: 'open' | 'close' }>;
interface Kept {
  readonly order: Order;
  isDone: boolean;
}

/** Output after which a screen is packed again, in bytes. If the thread ends, unpacked output is written again. */
const MAX_UNSAVED_BYTES = 4 * 1024 * 1024;
/** Size of an order without its bytes. */
const ORDER_BYTES = 200;

export interface ScreenPlace {
  order(order: ScreenOrder): void;
}

/**
 * The screen of one terminal, in a thread. Orders are processed in order, and stored until a packed screen includes
 * them, so that another thread can rebuild the screen. At rest it is in no thread.
 */
export class KeptScreen {
  readonly #number: number;
  readonly #listener: ScreenListener;
  readonly #above: number;
  readonly #findPlace: (screen: KeptScreen) => ScreenPlace;
  readonly #leavePlace: () => void;
  #place: ScreenPlace | null = null;
  #size: ScreenSize;
  /** The size before all stored orders, if there is no packed screen. */
  #firstSize: ScreenSize;
  #cell: CellSize | undefined;
  #saved: Uint8Array | null = null;
  #kept: Kept[] = [];
  #unsavedBytes = 0;
  #isSaving = false;
  /** Writes sent to the thread and not yet answered, in order. */
  #underWay: Kept[] = [];
  readonly #requests = new Map<number, { resolve(news: ScreenNews): void; reject(reason: Error): void }>();
  #next = 0;
  #isClosed = false;

  constructor(
    {
      number,
      size,
      above,
      packed,
    }: {
      readonly number: number;
      readonly size: ScreenSize;
      readonly above: number;
      readonly packed: Uint8Array | null;
    },
    listener: ScreenListener,
    places: { find(screen: KeptScreen): ScreenPlace; leave(number: number): void },
  ) {
    this.#number = number;
    this.#size = size;
    this.#firstSize = size;
    this.#saved = packed;
    this.#above = above;
    this.#listener = listener;
    this.#findPlace = (screen) => places.find(screen);
    this.#leavePlace = () => places.leave(number);
    this.build(places.find(this));
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  get number(): number {
    return this.#number;
  }

  /** `isKnown`: queries in these bytes have already been answered. */
  write(bytes: Uint8Array, { isKnown = false } = {}): void {
    this.#order({ type: 'write', screen: this.#number, bytes, isKnown });
  }

  resize(size: ScreenSize, cell?: CellSize): void {
    this.#size = size;
    this.#cell = cell ?? this.#cell;
    if (this.#place) this.#order({ type: 'resize', screen: this.#number, size, ...(cell && { cell }) });
  }

  /** Returns a packed and compressed screen that includes all writes before this call. */
  async pack(): Promise<Uint8Array> {
    if (!this.#place && this.#saved) return this.#saved;
    const news = await this.#ask((request) => ({ type: 'pack', screen: this.#number, request }));
    return news.type === 'packed' ? news.packed : unexpected(news);
  }

  /** Returns the text with `scrollback` rows above the window, and the rows of the window without dim or grey cells. */
  async read(scrollback: number): Promise<ReadScreen> {
    const rested = this.#place === null;
    const news = await this.#ask((request) => ({ type: 'read', screen: this.#number, request, scrollback }));
    if (rested) await this.rest();
    return news.type === 'read' ? news : unexpected(news);
  }

  /** Call it once nothing more will be written. Takes the screen out of its thread until it is read. */
  async rest(): Promise<void> {
    if (!this.#place) return;
    await this.pack().catch(() => undefined);
    if (this.#kept.length > 0 || this.#saved === null) return;
    this.#leave();
  }

  close(): void {
    this.#isClosed = true;
    this.#leave();
    for (const request of this.#requests.values()) request.reject(new Error('The screen was closed.'));
    this.#requests.clear();
  }

  /** Builds the screen in a thread, from its packed state and its stored orders. */
  build(place: ScreenPlace): void {
    this.#place = place;
    const screen = this.#number;
    const above = this.#above;
    place.order({ type: 'open', screen, size: this.#firstSize, above, packed: this.#saved, cell: this.#cell ?? null });
    this.#underWay = [];
    for (const kept of this.#kept) this.#post(kept);
  }

  /** Call it when the thread has ended or hangs because of this screen. Drops the writes that were in progress. */
  leaveOut(): void {
    // The thread hangs in earlier output, so the stored state is dropped as well.
    if (this.#underWay[0]?.isDone === true || this.#underWay.length === 0) {
      this.#saved = null;
      this.#firstSize = this.#size;
      this.#kept = this.#kept.filter(({ order }) => order.type === 'pack' || order.type === 'read');
    }
    this.#kept = this.#kept.filter(({ order, isDone }) => order.type !== 'write' || isDone);
    this.#isSaving = false;
    this.#listener.onStuck();
  }

  hear(news: ScreenNews): void {
    if (news.type === 'changed') this.#listener.onChanged(news.text);
    else if (news.type === 'written') this.#hearWritten(news.reply);
    else {
      const at = this.#kept.findIndex(({ order }) => 'request' in order && order.request === news.request);
      if (news.type === 'packed') {
        this.#saved = news.packed;
        this.#kept.splice(0, at + 1);
        this.#unsavedBytes = this.#kept.reduce((sum, { order }) => sum + bytesOf(order), 0);
      } else if (at >= 0) this.#kept.splice(at, 1);
      this.#requests.get(news.request)?.resolve(news);
      this.#requests.delete(news.request);
    }
  }

  #hearWritten(reply: string): void {
    const kept = this.#underWay.shift();
    if (!kept || kept.isDone || kept.order.type !== 'write') return;
    kept.isDone = true;
    this.#listener.onWritten(kept.order.bytes.length);
    if (reply !== '') this.#listener.onReply(reply);
    if (this.#unsavedBytes < MAX_UNSAVED_BYTES || this.#isSaving) return;
    this.#isSaving = true;
    const { save = () => this.pack() } = this.#listener;
    void save()
      .catch(() => undefined)
      .finally(() => (this.#isSaving = false));
  }

  #order(order: Order): void {
    if (this.#isClosed) return;
    const kept: Kept = { order, isDone: false };
    if (!this.#place) this.build(this.#findPlace(this));
    this.#kept.push(kept);
    this.#unsavedBytes += bytesOf(order);
    this.#post(kept);
  }

  #post(kept: Kept): void {
    const { order, isDone } = kept;
    if (order.type === 'write') this.#underWay.push(kept);
    this.#place?.order(order.type === 'write' ? { ...order, isKnown: isDone || order.isKnown } : order);
  }

  #ask(orderOf: (request: number) => Order): Promise<ScreenNews> {
    const request = (this.#next += 1);
    const { promise, resolve, reject } = Promise.withResolvers<ScreenNews>();
    if (this.#isClosed) reject(new Error('The screen was closed.'));
    this.#requests.set(request, { resolve, reject });
    this.#order(orderOf(request));
    return promise;
  }

  #leave(): void {
    this.#place?.order({ type: 'close', screen: this.#number });
    this.#place = null;
    this.#kept = [];
    this.#underWay = [];
    this.#leavePlace();
  }
}

const bytesOf = (order: Order) => (order.type === 'write' ? order.bytes.length : 0) + ORDER_BYTES;

function unexpected(news: ScreenNews): never {
  throw new Error(`a screen answered with ${news.type}`);
}
