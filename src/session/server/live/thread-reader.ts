import type { Message, SessionState, ThreadRoom, ThreadTail } from '../../protocol.ts';
import type { Spine } from '../dependencies.ts';
import type { Owned } from '../log/log.ts';
import { readThreadTail } from '../log/read-thread.ts';

interface Older extends ThreadTail {
  readonly thread: string;
  readonly maxCharacters: number;
  /** The first message of the thread that the state held. */
  readonly before: string;
  /** `branchedAt` of the state at the time of the read. */
  readonly branchedAt: number | undefined;
}

/**
 * Reads threads of a session for its replies: from the state if it holds the whole transcript, else from the end of the
 * log. Messages before those of the state do not change any more, so they are read once while the state begins with the
 * same message.
 */
export class ThreadReader {
  readonly #owned: Owned;
  readonly #spine: Spine;
  #older: Older | null = null;
  #isDamageLogged = false;

  constructor(owned: Owned, spine: Spine) {
    this.#owned = owned;
    this.#spine = spine;
  }

  async read(
    { messages, messageCount, branchedAt }: SessionState,
    thread: string,
    room: ThreadRoom,
  ): Promise<ThreadTail> {
    const held = messages.filter((message) => message.thread === thread);
    if (messages.length === messageCount) return { messages: held, earlier: 0 };
    const { maxCharacters } = room;
    const [first] = held;
    const older = this.#older;
    const isSame = first && older?.thread === thread && older.before === first.id && older.branchedAt === branchedAt;
    if (isSame && older.maxCharacters >= maxCharacters)
      return { messages: [...older.messages, ...held], earlier: older.earlier };
    // The turn needs the messages that the state holds.
    const backTo = first?.seq ?? Infinity;
    let isDamaged = false;
    const onDamage = (seq: number) => {
      isDamaged = true;
      this.#logDamage(seq);
    };
    const read = await readThreadTail(this.#spine.database.read, this.#owned, { thread, room, backTo, onDamage });
    const tail = isDamaged && first ? withHeld(read, held, first) : read;
    const before = tail.messages.slice(
      0,
      Math.max(
        0,
        tail.messages.findIndex(({ id }) => id === first?.id),
      ),
    );
    this.#older =
      first && !before.some(mayChange)
        ? { messages: before, earlier: tail.earlier, thread, maxCharacters, before: first.id, branchedAt }
        : null;
    return tail;
  }

  #logDamage(seq: number): void {
    if (this.#isDamageLogged) return;
    this.#isDamageLogged = true;
    this.#spine.log.error(`Session ${this.#owned.session} is damaged at event ${seq}, which its replies leave out`);
  }
}

/** Uses the messages of the state, which are whole even if their events cannot be read any more. */
function withHeld({ messages, earlier }: ThreadTail, held: readonly Message[], first: Message): ThreadTail {
  return { messages: [...messages.filter(({ seq }) => seq < first.seq), ...held], earlier };
}

/**
 * A mode can replace its own messages at any age. Their ids contain a `_`; ids of other messages can contain one too.
 */
function mayChange({ id }: Message): boolean {
  return id.includes('_');
}
