import type { HookReading, HookTurn } from '../hook-feed.ts';
import { beginningOf, type MergedItem, type MergedTurn, type ScreenBlock } from '../items.ts';
import { plainOf } from '../likeness.ts';
import { mergeHooks } from './merge-hooks.ts';
import { mergeScreen } from './merge-screen.ts';
import { type TranscriptTurn, turnKey } from './transcript-turns.ts';

/** The blocks of a turn that the screen showed last. */
export interface ScreenOfTurn {
  readonly blocks: readonly ScreenBlock[];
  /** When each block was first shown, in milliseconds since the epoch. */
  readonly times: readonly number[];
}

export interface Feeds {
  readonly transcript: readonly TranscriptTurn[];
  /** The transcript has the end of its latest turn. */
  readonly isTurnOver: boolean;
  readonly hooks: HookReading;
  /** By the key of the turn. */
  readonly screen: ReadonlyMap<string, ScreenOfTurn>;
}

interface TurnInputs {
  readonly transcript: TranscriptTurn;
  readonly hooks: HookTurn | undefined;
  readonly shown: ScreenOfTurn | undefined;
  readonly earlier: readonly string[];
}

/**
 * Merges the reports of all feeds, in any order of arrival. The transcript decides the content and its order; hooks,
 * and then the screen, add what it lacks. An unchanged turn stays the same object.
 */
export class TurnMerger {
  #merged = new Map<string, { readonly inputs: TurnInputs; readonly turn: MergedTurn }>();

  merge({ transcript, isTurnOver, hooks, screen }: Feeds): readonly MergedTurn[] {
    const pairs = pairTurns(transcript.slice(-MAX_PAIRED), hooks.turns);
    const turns = inOrder(transcript, { pairs, hooked: hooks.turns });
    const merged = new Map<string, { readonly inputs: TurnInputs; readonly turn: MergedTurn }>();
    let latest: MergedTurn | undefined;
    for (const given of turns) {
      const { key, items } = given.transcript;
      // If the transcript has a turn to its end, prose that only the screen shows does not belong to it.
      const isLatest = transcript.at(-1) === given.transcript;
      const isWhole = items.length > 0 && (!isLatest || isTurnOver);
      const shown = isWhole ? undefined : screen.get(key);
      const inputs: TurnInputs = { ...given, shown, earlier: shown && latest ? textsOf(latest) : [] };
      const before = this.#merged.get(key);
      const turn = before && isSame(before.inputs, inputs) ? before.turn : mergeTurn(key, inputs);
      merged.set(key, { inputs, turn });
      latest = turn;
    }
    this.#merged = merged;
    return [...merged.values()].map(({ turn }) => turn);
  }
}

function mergeTurn(key: string, { transcript: { items }, hooks, shown, earlier }: TurnInputs): MergedTurn {
  const byTranscript = items.map((item): MergedItem => ({ item, feeds: ['transcript'] }));
  const withHooks = hooks ? mergeHooks(byTranscript, hooks) : byTranscript;
  return { key, items: shown ? mergeScreen(withHooks, { ...shown, earlier }) : withHooks };
}

const textsOf = ({ items }: MergedTurn) => items.flatMap(({ item }) => (item.type === 'text' ? [item.text] : []));

const isSame = (one: TurnInputs, other: TurnInputs) =>
  one.hooks === other.hooks &&
  one.shown === other.shown &&
  (one.transcript === other.transcript || isSameList(one.transcript.items, other.transcript.items)) &&
  (one.shown === undefined || isSameList(one.earlier, other.earlier));

const isSameList = (one: readonly unknown[], other: readonly unknown[]) =>
  one.length === other.length && one.every((each, index) => each === other[index]);

/**
 * Inserts the turns that only hooks report before the next turn that both report, or at the end. At the end, the
 * transcript lacks them so far. Before another turn, the prompt was taken back, unless the transcript has its text
 * elsewhere.
 */
function inOrder(
  transcript: readonly TranscriptTurn[],
  { pairs, hooked }: { readonly pairs: ReadonlyMap<TranscriptTurn, HookTurn>; readonly hooked: readonly HookTurn[] },
): readonly Pick<TurnInputs, 'transcript' | 'hooks'>[] {
  const turnOf = new Map([...pairs].map(([turn, hook]) => [hook, turn]));
  const before = new Map<TranscriptTurn, HookTurn[]>();
  let ahead: HookTurn[] = [];
  for (const hook of hooked) {
    const turn = turnOf.get(hook);
    if (!turn) {
      ahead.push(hook);
      continue;
    }
    before.set(turn, ahead);
    ahead = [];
  }
  const alone = (hook: HookTurn) => ({
    transcript: { key: turnKey(beginningOf(hook.prompt ?? undefined)), prompt: null, items: [] },
    hooks: hook,
  });
  const isPrompted = ({ prompt }: HookTurn) => prompt !== null;
  return [
    ...transcript.flatMap((turn) => [
      ...(before.get(turn) ?? []).filter((hook) => isTakenBack(hook, transcript)).map((hook) => alone(takenBack(hook))),
      { transcript: turn, hooks: pairs.get(turn) },
    ]),
    ...ahead.filter(isPrompted).map(alone),
  ];
}

const backs = new WeakMap<HookTurn, HookTurn>();

/** Returns the same object for the same turn. */
function takenBack(hook: HookTurn): HookTurn {
  const { prompt } = hook;
  if (prompt?.type !== 'prompt') return hook;
  const known = backs.get(hook) ?? { ...hook, isOver: true, prompt: { ...prompt, isTakenBack: true as const } };
  backs.set(hook, known);
  return known;
}

function isTakenBack({ prompt }: HookTurn, transcript: readonly TranscriptTurn[]): boolean {
  if (prompt?.type !== 'prompt') return false;
  const words = plainOf(prompt.text);
  const said = transcript.slice(-MAX_PAIRED).flatMap(({ items }) => items.filter(({ type }) => type === 'prompt'));
  return !said.some((item) => item.type === 'prompt' && plainOf(item.text) === words);
}

/** Hooks hold only the latest turns. */
const MAX_PAIRED = 40;

/**
 * Pairs turns of hooks with turns of the transcript, by the id of the prompt or, if one of them has none, by its words.
 */
function pairTurns(
  transcript: readonly TranscriptTurn[],
  hooked: readonly HookTurn[],
): ReadonlyMap<TranscriptTurn, HookTurn> {
  const pairs = new Map<TranscriptTurn, HookTurn>();
  const left = new Set(hooked);
  // The latest first, because the same words can occur in earlier turns.
  for (const turn of transcript.toReversed()) {
    const { prompt } = turn;
    if (!prompt) continue;
    const found = [...left].findLast((each) => isSamePrompt(prompt, each));
    if (found) {
      pairs.set(turn, found);
      left.delete(found);
    }
  }
  return pairs;
}

function isSamePrompt(
  { promptId, text }: { readonly promptId: string | null; readonly text: string },
  hooks: HookTurn,
): boolean {
  if (promptId !== null && hooks.promptId !== null) return promptId === hooks.promptId;
  const begun = beginningOf(hooks.prompt ?? undefined);
  return begun !== null && plainOf(begun.text) === plainOf(text);
}
