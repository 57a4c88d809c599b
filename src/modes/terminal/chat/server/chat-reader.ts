import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Message } from '#session/protocol.ts';

import type { Hook } from '../../hooks/domain/read-hook.ts';
import type { ScreenText } from '../../screen/server/screen-messages.ts';
import { ChatMessageProcessor } from '../domain/chat-processor.ts';
import type { Item } from '../domain/items.ts';
import type { ChatChanges } from '../domain/reported-messages.ts';
import { readScreen } from '../domain/screen/read-screen.ts';
import { TranscriptFeed } from '../domain/transcript/transcript-feed.ts';
import type { Wanted } from './reader-messages.ts';
import { TranscriptFollower } from './transcript-follower.ts';

/** While something is under way, and for a while after it. */
const LOOK_OFTEN_MS = 120;
const LOOK_SELDOM_MS = 1_500;
const LIVELY_FOR_MS = 5_000;

interface ChatReaderOptions {
  readonly known: readonly Message[];
  readonly hasEarlier: boolean;
  readonly isTranscriptAlone: boolean;
  /** Called before and after each piece of work that could hang. */
  readonly onWork: (isWorking: boolean) => void;
  readonly onChanges: (changes: ChatChanges) => void;
  readonly onFailure: (error: unknown) => void;
}

/** Reads one chat: follows its transcripts, and reports changes. Times are milliseconds since the epoch. */
export class ChatReader {
  readonly #options: ChatReaderOptions;
  readonly #processor: ChatMessageProcessor;
  readonly #transcripts: TranscriptFollower[] = [];
  readonly #feed = new TranscriptFeed();
  #looking: Promise<void> | null = null;
  #timer: NodeJS.Timeout | undefined;
  #livelyUntil = 0;
  #isClosed = false;

  constructor(options: ChatReaderOptions) {
    this.#options = options;
    const { known, hasEarlier, isTranscriptAlone } = options;
    this.#processor = new ChatMessageProcessor({ known, hasEarlier });
    if (isTranscriptAlone) this.#processor.readTranscriptAlone(Date.now());
    this.#lookIn(LOOK_OFTEN_MS);
  }

  follow(file: string): void {
    const added = new TranscriptFollower(file);
    const place = this.#transcripts.findIndex(({ session }) => session === added.session);
    if (this.#transcripts[place]?.file === file) return;
    // The transcript was expected at another path before the CLI named the real one.
    if (place >= 0) this.#transcripts[place] = added;
    else this.#transcripts.push(added);
    this.#lookSoon();
  }

  hear(hook: Hook, at: number): void {
    this.#try(() => {
      this.#processor.hearHook(hook, at);
      this.#reportChanges();
    });
    this.#lookSoon();
  }

  see(text: ScreenText, at: number): void {
    this.#try(() => {
      this.#processor.seeScreen(readScreen(text), at);
      this.#reportChanges();
    });
    this.#livelyUntil = Math.max(this.#livelyUntil, Date.now() + 1_000);
  }

  /** Reads and reports everything that is left after the program has ended. */
  async finish(): Promise<void> {
    await this.#looking;
    this.#processor.end();
    await this.#look();
  }

  find(what: Wanted): string | null {
    const items = this.#feed.reading().items;
    if (what.kind === 'output') {
      const { whole, output = null } = findTool(items, what.toolUseId) ?? {};
      if (!whole) return output;
      return (
        this.#transcripts.map((follower) => follower.wholeOutput(whole.file)).find((each) => each !== null) ?? null
      );
    }
    const item = items.find(({ key }) => key === what.key) ?? findTool(items, what.key);
    return (item && 'images' in item ? item.images?.[what.index] : undefined) ?? null;
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #lookSoon(): void {
    this.#livelyUntil = Date.now() + LIVELY_FOR_MS;
    this.#lookIn(20);
  }

  #lookIn(ms: number): void {
    clearTimeout(this.#timer);
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => {
      this.#looking ??= this.#look().finally(() => {
        this.#looking = null;
        const isLively = Date.now() < this.#livelyUntil || this.#processor.isUnderWay;
        this.#lookIn(isLively ? LOOK_OFTEN_MS : LOOK_SELDOM_MS);
      });
    }, ms);
  }

  /** Reads new content in bounded pieces, so that this thread can do its other work in between. */
  async #look(): Promise<void> {
    let isChanged = false;
    for (const follower of this.#transcripts)
      for (const { agent, lines, isAnew } of follower.read()) {
        if (this.#isClosed) return;
        isChanged = true;
        this.#try(() => {
          if (agent === null) this.#feed.addLines(follower.session, lines, isAnew);
          else this.#feed.addAgentLines(agent, lines, isAnew);
        });
        await nextTurn();
      }
    this.#try(() => {
      if (isChanged) this.#processor.readTranscript(this.#feed.reading());
      this.#reportChanges();
    });
  }

  #reportChanges(): void {
    const changes = this.#processor.changes(Date.now());
    if (changes.events.length > 0 || changes.texts.length > 0) this.#options.onChanges(changes);
  }

  #try(work: () => void): void {
    if (this.#isClosed) return;
    const { onWork, onFailure } = this.#options;
    onWork(true);
    try {
      work();
    } catch (error) {
      this.close();
      onFailure(error);
    } finally {
      onWork(false);
    }
  }
}

function findTool(items: readonly Item[], id: string): Extract<Item, { type: 'tool' }> | undefined {
  for (const item of items) {
    if (item.type !== 'tool') continue;
    const found = item.id === id ? item : findTool(item.inside ?? [], id);
    if (found) return found;
  }
  return undefined;
}
