import type { Message } from '#session/protocol.ts';

import type { Hook } from '../../hooks/domain/read-hook.ts';
import type { Feed } from '../protocol.ts';
import { type ChatDraft, draftsOf } from './chat-draft.ts';
import { Corrections } from './corrections.ts';
import { Drift } from './drift.ts';
import { feedLostDraft } from './feed-lost.ts';
import { hearHook, type HookReading, NO_HOOKS } from './hook-feed.ts';
import type { ScreenReading, TranscriptReading } from './items.ts';
import { matchesOf } from './matches.ts';
import { type ScreenOfTurn, TurnMerger } from './merging/merge-feeds.ts';
import type { MergedTurn } from './merging/merged-item.ts';
import { screenOfTurn } from './merging/screen-of-turn.ts';
import { type ChatChanges, ToldMessages } from './told-messages.ts';
import { isTurnUnderWay } from './under-way.ts';
import { withoutHooksDraft } from './without-hooks.ts';

/** Screens of turns that are kept, to compare with what the transcript says of them later. */
const MAX_SCREENS = 4;
/** After a turn has ended, its lines are in the transcript within this time. */
const CHECK_AFTER_MS = 1_500;

const NO_CHANGES: ChatChanges = { events: [], texts: [] };

const EMPTY: TranscriptReading = {
  items: [],
  version: null,
  claudeSession: null,
  isTurnOver: true,
  unknown: 0,
};

interface ProcessorOptions {
  /** The latest messages of the log: what is told already. */
  readonly known?: readonly Message[];
  readonly hasEarlier?: boolean;
}

/**
 * Makes the messages of a chat from its three feeds. It holds what each feed has told and derives all messages from that, so
 * that the order in which the feeds come decides nothing in the end. Times are milliseconds since the epoch.
 */
export class ChatMessageProcessor {
  readonly #told: ToldMessages;
  readonly #merger = new TurnMerger();
  readonly #drafts = new WeakMap<MergedTurn, { readonly of: string; readonly drafts: readonly ChatDraft[] }>();
  readonly #screens = new Map<string, ScreenOfTurn>();
  readonly #drifts: Readonly<Record<'hooks' | 'screen', Drift>> = {
    hooks: new Drift('hooks'),
    screen: new Drift('screen'),
  };
  readonly #compared = new Set<string>();
  readonly #lost: ChatDraft[] = [];
  readonly #corrections = new Corrections();
  #transcript: TranscriptReading = EMPTY;
  #hooks: HookReading = NO_HOOKS;
  #screen: ScreenReading | null = null;
  #turns: readonly MergedTurn[] = [];
  /** Since when nothing was under way; null while something is. */
  #restsSince: number | null = null;
  #wasChecked = false;
  /** Something came since the last `changes`. */
  #hasNews = true;

  constructor({ known = [], hasEarlier = false }: ProcessorOptions = {}) {
    this.#told = new ToldMessages(known, hasEarlier);
  }

  hearHook(hook: Hook, at: number): void {
    this.#hasNews = true;
    if (!this.#drifts.hooks.isLost) this.#hooks = hearHook(this.#hooks, hook, at);
  }

  readTranscript(reading: TranscriptReading): void {
    const old =
      this.#transcript.version === null ? withoutHooksDraft(reading.version, reading.items[0]?.at ?? 0) : null;
    if (old) this.#lost.push(old);
    this.#transcript = reading;
    this.#hasNews = true;
  }

  seeScreen(reading: ScreenReading, at: number): void {
    this.#screen = reading;
    this.#hasNews = true;
    if (this.#drifts.screen.isLost) return;
    // What is read belongs to the latest turn that is known by now.
    const turn = this.#merge().at(-1);
    if (!turn) return;
    const prompts = turn.items.flatMap(({ item }) => (item.type === 'prompt' ? [item] : []));
    const blocks = screenOfTurn(reading, {
      prompt: prompts.find(({ queue }) => queue === undefined)?.text ?? null,
      absorbed: prompts.flatMap(({ queue, text }) => (queue === undefined ? [] : [text])),
      wasShown: this.#screens.has(turn.key),
    });
    if (blocks === null) return;
    this.#screens.delete(turn.key);
    this.#screens.set(turn.key, { blocks, at });
    const [oldest] = this.#screens.keys();
    if (this.#screens.size > MAX_SCREENS && oldest !== undefined) this.#screens.delete(oldest);
  }

  get isUnderWay(): boolean {
    return isTurnUnderWay({
      transcript: this.#transcript,
      hooks: this.#hooks,
      screen: this.#screen,
      turns: this.#turns,
    });
  }

  /** The feeds that are not read any more. */
  get lostFeeds(): readonly Feed[] {
    return Object.values(this.#drifts).flatMap(({ feed, isLost }) => (isLost ? [feed] : []));
  }

  /** All messages, as the feeds make them now. */
  drafts(now: number): readonly ChatDraft[] {
    this.#turns = this.#merge();
    const { isUnderWay } = this;
    this.#restsSince = isUnderWay ? null : (this.#restsSince ?? now);
    const isChecked = this.#isChecked(now);
    const drafts = this.#turns.flatMap((turn, index) => {
      const isLast = index === this.#turns.length - 1;
      return this.#draftsOf(turn, { isUnderWay: isLast && isUnderWay, isChecked: !isLast || isChecked });
    });
    return [...drafts, ...this.#lost];
  }

  /** What the transcript lacks will not come any more. */
  #isChecked(now: number): boolean {
    return this.#restsSince !== null && now - this.#restsSince >= CHECK_AFTER_MS && this.#transcript.items.length > 0;
  }

  /** What has to be told since the last call. */
  changes(now: number): ChatChanges {
    const isChecked = this.#isChecked(now);
    if (!this.#hasNews && isChecked === this.#wasChecked) return NO_CHANGES;
    this.#hasNews = false;
    this.#wasChecked = isChecked;
    this.#compare(now);
    const changes = this.#told.update(this.#corrections.mark(this.drafts(now)));
    this.#corrections.shown(changes.texts);
    return changes;
  }

  /** The same drafts for the same turn: what is not new is compared with nothing. */
  #draftsOf(turn: MergedTurn, options: Parameters<typeof draftsOf>[1]): readonly ChatDraft[] {
    const of = `${options.isUnderWay} ${options.isChecked}`;
    const known = this.#drafts.get(turn);
    if (known?.of === of) return known.drafts;
    const drafts = draftsOf(turn, options);
    this.#drafts.set(turn, { of, drafts });
    return drafts;
  }

  #merge(): readonly MergedTurn[] {
    const { items, isTurnOver } = this.#transcript;
    return this.#merger.merge({ transcript: items, isTurnOver, hooks: this.#hooks, screen: this.#screens });
  }

  /** Compares what hooks and screen told of blocks with the transcript, once for each block. */
  #compare(now: number): void {
    const matches = matchesOf({
      items: this.#transcript.items,
      isTurnOver: this.#transcript.isTurnOver,
      hooks: this.#hooks,
      screens: this.#screens,
      compared: this.#compared,
    });
    for (const { key } of matches) this.#compared.add(key);
    for (const { feed, isMatch } of matches) {
      if (!this.#drifts[feed].count(isMatch)) continue;
      if (feed === 'screen') this.#screens.clear();
      else this.#hooks = NO_HOOKS;
      this.#lost.push(feedLostDraft(feed, this.#transcript.version, now));
    }
  }
}
