import type { HookTurn } from '../hook-feed.ts';
import type { Item, ToolItem } from '../items.ts';
import { isBeginningLike, likeness, plainOf } from '../likeness.ts';
import type { MergedItem } from './merged-item.ts';

/** Adds what hooks tell of a turn to what the transcript tells of it: only what that does not have yet. */
export function mergeHooks(items: readonly MergedItem[], hooks: HookTurn): readonly MergedItem[] {
  const tools = new Map(hooks.tools.map((tool) => [tool.id, tool]));
  const merged = items.map((each) => withHook(each, tools.get(each.item.type === 'tool' ? each.item.id : ''), hooks));
  const known = new Set(merged.flatMap(({ item }) => (item.type === 'tool' ? [item.id] : [])));
  const byHooks = (item: Item): MergedItem => ({ item, feeds: ['hooks'] });
  const hasPrompt = hooks.prompt === null || merged.some(({ item }) => item.type === 'prompt' && !item.queue);
  return [
    ...(hooks.prompt && !hasPrompt ? [byHooks(hooks.prompt)] : []),
    ...merged,
    ...hooks.tools.filter(({ id }) => !known.has(id)).map(byHooks),
    ...answerOf(merged, hooks).map(byHooks),
    ...(hooks.problem && !merged.some(({ item }) => item.type === 'notice' && item.kind === 'api-error')
      ? [byHooks(hooks.problem)]
      : []),
  ];
}

/** The transcript says what was called; a call that it does not close yet may have ended for the hooks. */
function withHook({ item, feeds }: MergedItem, tool: ToolItem | undefined, { prompt }: HookTurn): MergedItem {
  if (item.type === 'prompt' && prompt !== null && item.queue === undefined)
    return { item, feeds: ['hooks', ...feeds] };
  if (item.type !== 'tool' || !tool) return { item, feeds };
  const inside = item.inside ?? tool.inside;
  const told: ToolItem = { ...item, ...(inside && { inside }) };
  if (item.isComplete || !tool.isComplete) return { item: told, feeds: ['hooks', ...feeds] };
  const { output, isError, isComplete, ending } = tool;
  return { item: { ...told, output, isError, isComplete, ...(ending && { ending }) }, feeds: ['hooks', ...feeds] };
}

/** The last words of the turn, unless the transcript has them. */
function answerOf(items: readonly MergedItem[], { answer, promptId }: HookTurn): readonly Item[] {
  if (answer === null) return [];
  const said = plainOf(answer.text);
  const isTold = items.some(({ item }) => item.type === 'text' && isSame(plainOf(item.text), said));
  const key = `answer-${promptId ?? answer.at}`;
  return isTold ? [] : [{ type: 'text', key, messageId: null, at: answer.at, text: answer.text }];
}

/** Hooks cut what is longer than 10,000 characters. */
const isSame = (whole: string, said: string) => likeness(whole, said) >= 0.98 || isBeginningLike(said, whole);
