import { keepLatest } from '#kernel/keep-latest.ts';
import type { Message } from '#session/protocol.ts';

import type { Hook } from '../../hooks/domain/read-hook.ts';
import { type ChatView, viewsOf } from './chat-view.ts';
import { hearHook, type HookReading, NO_HOOKS } from './hook-feed.ts';
import { beginningOf, type MergedTurn, type ScreenReading, type TranscriptReading } from './items.ts';
import { type ScreenOfTurn, TurnMerger } from './merging/merge-feeds.ts';
import { screenOfTurn } from './merging/merge-screen.ts';
import { TranscriptTurns } from './merging/transcript-turns.ts';
import { type ChatChanges, ReportedMessages } from './reported-messages.ts';

/** Number of turns whose screens are stored, because the transcript may lack them. */
const MAX_SCREENS = 4;
const EMPTY: TranscriptReading = { items: [], isTurnOver: true };

interface ProcessorOptions {
  /** The latest messages of the log, which are already reported. */
  readonly known?: readonly Message[];
  readonly hasEarlier?: boolean;
}

/**
 * Makes the messages of a chat from its three feeds. It stores what each feed has reported and derives all messages
 * from that, so the final result does not depend on the order in which the feeds arrive. Times are milliseconds since
 * the epoch.
 */
export class ChatMessageProcessor {
  readonly #reported: ReportedMessages;
  readonly #transcriptTurns = new TranscriptTurns();
  readonly #merger = new TurnMerger();
  readonly #views = new WeakMap<MergedTurn, { readonly of: string; readonly views: readonly ChatView[] }>();
  readonly #screens = new Map<string, ScreenOfTurn>();
  /** The notice that the chat is read from the transcript alone; empty while all feeds are read. */
  #alone: readonly ChatView[] = [];
  #transcript: TranscriptReading = EMPTY;
  #hooks: HookReading = NO_HOOKS;
  #screen: ScreenReading | null = null;
  #screenAt = 0;
  #turns: readonly MergedTurn[] = [];
  #hasEnded = false;
  #now = 0;

  constructor({ known = [], hasEarlier = false }: ProcessorOptions = {}) {
    this.#reported = new ReportedMessages(known, hasEarlier);
  }

  hearHook(hook: Hook, at: number): void {
    if (this.#alone.length === 0) this.#hooks = hearHook(this.#hooks, hook, at);
  }

  readTranscript(reading: TranscriptReading): void {
    this.#transcript = reading;
  }

  seeScreen(reading: ScreenReading, at: number): void {
    this.#screen = reading;
    this.#screenAt = at;
    if (this.#alone.length > 0) return;
    // The screen shows the latest known turn.
    const turn = this.#merge().at(-1);
    if (!turn) return;
    const prompts = turn.items.flatMap(({ item }) => (item.type === 'prompt' ? [item] : []));
    const begun = turn.items.map(({ item }) => item).find((item) => beginningOf(item));
    const blocks = screenOfTurn(reading, {
      prompt: beginningOf(begun)?.text ?? null,
      isSelfPrompted: begun?.type === 'notice',
      absorbed: prompts.flatMap(({ queue, text }) => (queue === undefined ? [] : [text])),
      wasShown: this.#screens.has(turn.key),
    });
    if (blocks === null) return;
    const times = this.#screens.get(turn.key)?.times ?? [];
    keepLatest(this.#screens, [turn.key, { blocks, times: blocks.map((_, index) => times[index] ?? at) }], MAX_SCREENS);
  }

  /** Stops reading hooks and screen, and adds a notice that says so. */
  readTranscriptAlone(at: number): void {
    this.#alone = [transcriptAloneView(at)];
  }

  /** Call it when the program has ended and all its output was read. */
  end(): void {
    this.#hasEnded = true;
  }

  get isUnderWay(): boolean {
    if (this.#hasEnded) return false;
    return isTurnUnderWay({
      transcript: this.#transcript,
      hooks: this.#hooks,
      screen: this.#screen,
      screenAt: this.#screenAt,
      now: this.#now,
      turns: this.#turns,
    });
  }

  views(now: number): readonly ChatView[] {
    this.#now = now;
    this.#turns = this.#merge();
    const { isUnderWay } = this;
    const last = this.#turns.length - 1;
    // Turns behind the latest confirmed one are known from hooks alone; they do not end the turns before them.
    const lastConfirmed = this.#turns.findLastIndex((turn) => isConfirmed(turn));
    const views = this.#turns.flatMap((turn, index) =>
      this.#viewsOf(turn, {
        isUnderWay: index === last && isUnderWay,
        isOver: this.#hasEnded || index < lastConfirmed,
      }),
    );
    return [...views, ...this.#alone];
  }

  /** The changes since the last call. */
  changes(now: number): ChatChanges {
    return this.#reported.update(this.views(now));
  }

  /** Returns the same views for an unchanged turn, so that they need not be compared. */
  #viewsOf(turn: MergedTurn, options: Parameters<typeof viewsOf>[1]): readonly ChatView[] {
    const of = `${options.isUnderWay} ${options.isOver}`;
    const known = this.#views.get(turn);
    if (known?.of === of) return known.views;
    const views = viewsOf(turn, options);
    this.#views.set(turn, { of, views });
    return views;
  }

  #merge(): readonly MergedTurn[] {
    const { items, isTurnOver } = this.#transcript;
    const transcript = this.#transcriptTurns.of(items);
    return this.#merger.merge({ transcript, isTurnOver, hooks: this.#hooks, screen: this.#screens });
  }
}

const isConfirmed = ({ items }: MergedTurn) => items.some(({ feeds }) => feeds.includes('transcript'));

/** A notice that the chat continues without hooks and screen, because reading it failed repeatedly. */
function transcriptAloneView(at: number): ChatView {
  return {
    id: `terminal_lost_both_${at}`,
    author: 'notice',
    content:
      'Reading this chat failed several times. It goes on from the transcript alone, so what is said appears later; the terminal is not affected.',
    isOpen: false,
    about: { id: 'about', type: 'about', standing: 'live', feeds: ['hooks', 'screen'], at, notice: 'feed-lost' },
    tools: [],
  };
}

interface Known {
  readonly transcript: TranscriptReading;
  readonly hooks: HookReading;
  readonly screen: ScreenReading | null;
  readonly screenAt: number;
  readonly now: number;
  readonly turns: readonly MergedTurn[];
}

/**
 * Whether the latest turn can still get content. Hooks report its beginning and end. An interruption fires no hook; it
 * is read from the transcript and the screen. Without hooks the screen decides.
 */
function isTurnUnderWay(known: Known): boolean {
  const { transcript, hooks, screen, turns } = known;
  const hooked = hooks.turns.at(-1);
  const last = turns.at(-1);
  if (!last) return false;
  const isInterrupted = last.items.at(-1)?.item.type === 'notice' && isEnd(last);
  if (isInterrupted) return false;
  if (!hooked) return screen ? screen.isWorking : !transcript.isTurnOver;
  const isOfHooks = last.items.some(({ feeds }) => feeds.includes('hooks'));
  // The latest turn is known from the transcript only: a command that fires no hooks.
  if (!isOfHooks) return screen?.isWorking ?? !transcript.isTurnOver;
  return !hooked.isOver || goesOnAfter(hooked.overAt, known);
}

/** Maximum delay until a change is painted and the screen is read, in ms. */
const SCREEN_LAG_MS = 500;
/** A spinner turns several times a second. A screen without a change for this long no longer counts as working. */
const MAX_STILL_MS = 5_000;

/** Another hook can prevent the end of a turn: then the spinner continues after it. */
const goesOnAfter = (overAt: number, { screen, screenAt, now }: Known) =>
  screen?.isWorking === true && screenAt > overAt + SCREEN_LAG_MS && now - screenAt < MAX_STILL_MS;

function isEnd({ items }: MergedTurn): boolean {
  const item = items.at(-1)?.item;
  return item?.type === 'notice' && (item.kind === 'interrupted' || item.kind === 'api-error');
}
