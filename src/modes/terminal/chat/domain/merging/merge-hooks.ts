import type { HookProse, HookTurn } from '../hook-feed.ts';
import { beginningOf, type Item, type MergedItem, type ToolItem } from '../items.ts';
import { isBeginningLike, likeness, plainOf } from '../likeness.ts';

/** Adds what hooks report of a turn and the transcript lacks so far. */
export function mergeHooks(items: readonly MergedItem[], hooks: HookTurn): readonly MergedItem[] {
  const tools = new Map(hooks.tools.map((tool) => [tool.id, tool]));
  const merged = items.map((each) => withHook(each, tools.get(each.item.type === 'tool' ? each.item.id : ''), hooks));
  const known = new Set(merged.flatMap(({ item }) => (item.type === 'tool' ? [item.id] : [])));
  const hasPrompt = hooks.prompt === null || merged.some(({ item }) => beginningOf(item) !== null);
  return [
    ...(hooks.prompt && !hasPrompt ? [byHooks(hooks.prompt)] : []),
    ...withProse([...merged, ...hooks.tools.filter(({ id }) => !known.has(id)).map(byHooks)], hooks),
    ...(hooks.problem && !merged.some(({ item }) => item.type === 'notice' && item.kind === 'api-error')
      ? [byHooks(hooks.problem)]
      : []),
  ];
}

const byHooks = (item: Item): MergedItem => ({ item, feeds: ['hooks'] });

/** The transcript decides which calls exist. Hooks can report the end of a call before the transcript does. */
function withHook({ item, feeds }: MergedItem, tool: ToolItem | undefined, { prompt }: HookTurn): MergedItem {
  if (prompt !== null && beginningOf(item) !== null) return { item, feeds: ['hooks', ...feeds] };
  if (item.type !== 'tool' || !tool) return { item, feeds };
  const inside = item.inside ?? tool.inside;
  const shown: ToolItem = { ...item, ...(inside && { inside }) };
  if (item.isComplete || !tool.isComplete) return { item: shown, feeds: ['hooks', ...feeds] };
  const { output, isError, isComplete, ending } = tool;
  return { item: { ...shown, output, isError, isComplete, ...(ending && { ending }) }, feeds: ['hooks', ...feeds] };
}

/** Inserts prose that the transcript lacks before the first call that followed it. */
function withProse(items: readonly MergedItem[], { prose, tools }: HookTurn): readonly MergedItem[] {
  let merged = items;
  // The same words can occur twice in a turn, so each search begins behind the previous match.
  let from = 0;
  for (const said of prose) {
    const words = plainOf(said.text);
    const found = merged.findIndex(
      ({ item }, place) => place >= from && item.type === 'text' && isSame(plainOf(item.text), words),
    );
    const known = merged[found];
    if (known) {
      merged = merged.with(found, { item: known.item, feeds: ['hooks', ...known.feeds] });
      from = found + 1;
      continue;
    }
    const next = tools[said.calls]?.id;
    const behind = merged.findIndex(({ item }) => item.type === 'tool' && item.id === next);
    const place = behind < from ? merged.length : behind;
    merged = merged.toSpliced(place, 0, byHooks(textOf(said)));
    from = place + 1;
  }
  return merged;
}

const textOf = ({ key, at, text }: HookProse): Item => ({ type: 'text', key, at, text });

/** Hooks cut texts that are longer than 10,000 characters. */
const isSame = (whole: string, said: string) => likeness(whole, said) >= 0.98 || isBeginningLike(said, whole);
