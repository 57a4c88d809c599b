import type { MessagePart } from '#session/protocol.ts';

import {
  type AboutPart,
  MAX_OUTPUT,
  type NoticeKind,
  type Standing,
  type ThinkingPart,
  type ToolPart,
} from '../protocol.ts';
import {
  beginningOf,
  type MergedItem,
  type MergedTurn,
  NO_ANSWER,
  type NoticeItem,
  type PromptItem,
  type TextItem,
  type ThinkingItem,
  type ToolItem,
} from './items.ts';

/** A message of the chat as the feeds currently report it. */
export interface ChatView {
  readonly id: string;
  readonly author: 'person' | 'assistant' | 'notice';
  readonly content: string;
  /** Its text still grows, or it has no content yet. */
  readonly isOpen: boolean;
  readonly about: AboutPart;
  readonly thinking?: ThinkingPart;
  readonly tools: readonly ToolPart[];
}

export const partsOf = ({ thinking, tools, about }: ChatView): readonly MessagePart[] => [
  ...(thinking ? [thinking] : []),
  ...tools,
  about,
];

/** Maximum calls of one message; further calls open another message. */
const MAX_CALLS = 25;
/** Maximum characters of output in one message, unless each call already has only `MIN_OUTPUT`. */
const MAX_OUTPUT_OF_MESSAGE = 200_000;
const MIN_OUTPUT = 2_000;

interface TurnOptions {
  /** More content can still arrive in the turn. */
  readonly isUnderWay: boolean;
  /** The transcript will add nothing to the turn. */
  readonly isOver: boolean;
}

/**
 * The messages of a turn. A message of the model is a block of prose and the calls that follow it. Its id is its place
 * in the turn, on which all feeds agree in the end, so an id keeps its meaning when the chat is reread.
 */
export function viewsOf({ key, items }: MergedTurn, { isUnderWay, isOver }: TurnOptions): readonly ChatView[] {
  const views: ChatView[] = [];
  let answers = 0;
  let open: ChatView | null = null;
  const close = () => {
    if (open) views.push(open);
    open = null;
  };
  const answer = (merged: MergedItem, content: string) => {
    // Thinking belongs to the message that it led to.
    if (open && isThoughtAlone(open)) {
      open = withFeeds({ ...open, content }, merged.feeds);
      return;
    }
    close();
    open = { ...viewOf(merged, `${key}_${(answers += 1)}`), author: 'assistant', content };
  };
  for (const merged of items) {
    const { item } = merged;
    if (isPlaceholder(merged)) continue;
    if (item.type === 'text') answer(merged, item.text);
    else if (item.type === 'thinking') {
      if (!open || !isThoughtAlone(open)) {
        close();
        open = { ...viewOf(merged, `${key}_${(answers += 1)}`), author: 'assistant', content: '' };
      }
      open = withThought(open, item);
    } else if (item.type === 'tool') {
      if (open === null || callsOf(open) >= MAX_CALLS) answer(merged, '');
      // No feed will close it: its program ended during the call.
      const call = isOver && !isUnderWay && !item.isComplete ? leftOpen(item) : item;
      open = open && withCall(open, toolPart(call), merged.feeds);
    } else {
      close();
      views.push(item.type === 'prompt' ? promptView(merged, item, key) : noticeView(merged, item, key));
    }
  }
  close();
  if (isOver && !isUnderWay) return views.map((view) => (isOnScreenAlone(view) ? cutOff(view) : view));
  return isUnderWay ? withOpenEnd(views, { key, answers }) : views;
}

/** Text that no model wrote: a text of a model would be in the transcript. */
const isPlaceholder = ({ item, feeds }: MergedItem) =>
  item.type === 'text' && item.text.trim() === NO_ANSWER && !feeds.includes('transcript');

const leftOpen = (item: ToolItem): ToolItem => ({ ...item, isComplete: true, isError: true, ending: 'interrupted' });

const isOnScreenAlone = ({ author, about: { feeds } }: ChatView) =>
  author === 'assistant' && feeds.length === 1 && feeds[0] === 'screen';

const cutOff = (view: ChatView): ChatView => ({ ...view, about: { ...view.about, isCutOff: true } });

const isThoughtAlone = ({ thinking, content, tools }: ChatView) =>
  thinking !== undefined && content === '' && tools.length === 0;

function withThought(view: ChatView, { text, duration }: ThinkingItem): ChatView {
  const { text: before, duration: longer } = view.thinking ?? { text: '', duration: 0 };
  const whole = before === '' ? text : `${before}\n\n${text}`;
  return {
    ...view,
    thinking: {
      id: 'thinking',
      type: 'thinking',
      text: whole.slice(0, MAX_OUTPUT).toWellFormed(),
      duration: longer + duration,
    },
  };
}

function withFeeds(view: ChatView, feeds: MergedItem['feeds']): ChatView {
  return {
    ...view,
    about: { ...view.about, feeds: [...new Set([...view.about.feeds, ...feeds])], standing: standingOf(feeds) },
  };
}

const callsOf = ({ tools }: ChatView) => tools.length;

/** Opens a message for the next content, or keeps the last one open while its prose grows. */
function withOpenEnd(views: readonly ChatView[], { key, answers }: { readonly key: string; readonly answers: number }) {
  const last = views.findLast(({ author, about }) => author === 'assistant' || about.queue === undefined);
  const isBegun = last === views[0] && last?.about.notice !== undefined && isSelfPrompted(last.about.notice);
  if (!last || (last.author === 'notice' && !isBegun)) return views;
  if (last.author !== 'assistant')
    return [
      ...views,
      {
        id: `terminal_${key}_${answers + 1}`,
        author: 'assistant' as const,
        content: '',
        isOpen: true,
        about: { id: 'about', type: 'about' as const, standing: 'live' as const, feeds: [], at: last.about.at },
        tools: [],
      },
    ];
  const isGrowing = last.tools.length === 0 && (isThoughtAlone(last) || !last.about.feeds.includes('transcript'));
  return isGrowing ? views.map((view) => (view === last ? { ...view, isOpen: true } : view)) : views;
}

function viewOf({ item, feeds }: MergedItem, place: string): ChatView {
  const about: AboutPart = {
    id: 'about',
    type: 'about',
    standing: standingOf(feeds),
    at: item.at,
    feeds,
    ...(item.isAbandoned && { isAbandoned: true }),
  };
  return { id: `terminal_${place}`, author: 'notice', content: '', isOpen: false, about, tools: [] };
}

const standingOf = (feeds: MergedItem['feeds']): Standing => (feeds.includes('transcript') ? 'verified' : 'live');

function withCall(view: ChatView, part: ToolPart, feeds: MergedItem['feeds']): ChatView {
  const used = view.tools.reduce((sum, { output }) => sum + (output?.length ?? 0), 0);
  const room = Math.max(MIN_OUTPUT, Math.min(MAX_OUTPUT, MAX_OUTPUT_OF_MESSAGE - used));
  const about = {
    ...view.about,
    feeds: [...new Set([...view.about.feeds, ...feeds])],
    // A message has the standing of its least confirmed call.
    standing: standingOf(feeds) === 'live' ? 'live' : view.about.standing,
  } as const;
  return { ...view, about, tools: [...view.tools, cut(part, room)] };
}

function cut(part: ToolPart, room: number): ToolPart {
  const { output } = part;
  if (output === null || output.length <= room) return part;
  const outputLength = part.outputLength ?? output.length;
  return { ...part, output: output.slice(0, room).toWellFormed(), outputLength };
}

function toolPart({
  id,
  name,
  input,
  output,
  isError,
  isComplete,
  images,
  patch,
  isBackground,
  whole,
  ending,
  inside,
}: ToolItem): ToolPart {
  return {
    id,
    type: 'tool',
    name,
    input,
    output,
    isError,
    isComplete,
    ...(images && images.length > 0 && { images: placesOf(id, images) }),
    ...(patch && { patch }),
    ...(isBackground && { isBackground }),
    ...(whole && { outputLength: whole.length }),
    ...(ending && { ending }),
    ...(inside && inside.length > 0 && { inside: inside.map((each) => insidePart(each)) }),
  };
}

/** The paths of an item's images, without their prefix. The log does not hold the images. */
const placesOf = (key: string, images: readonly string[]) => images.map((_, index) => `${keyOf(key)}/${index}`);

function insidePart(item: TextItem | ToolItem): NonNullable<ToolPart['inside']>[number] {
  if (item.type === 'tool') return cut(toolPart(item), MIN_OUTPUT);
  return { id: item.key, type: 'text', text: item.text };
}

function promptView(merged: MergedItem, item: PromptItem, key: string): ChatView {
  const place = item.queue === undefined ? `${key}_p` : `q_${keyOf(item.key)}`;
  const { about, ...view } = viewOf(merged, place);
  const { said, output, images } = item;
  const queue = item.isTakenBack ? 'taken-back' : item.queue;
  return {
    ...view,
    author: 'person',
    content: item.text,
    about: {
      ...about,
      said,
      ...(queue && { queue }),
      ...(output !== undefined && { output: output.slice(0, MAX_OUTPUT).toWellFormed() }),
      ...(images && images.length > 0 && { images: placesOf(item.key, images) }),
    },
  };
}

function noticeView(merged: MergedItem, item: NoticeItem, key: string): ChatView {
  const { about, ...view } = viewOf(merged, beginningOf(item) ? `${key}_p` : `n_${keyOf(item.key)}`);
  const notice: NoticeKind = item.kind;
  const output = item.output?.slice(0, MAX_OUTPUT).toWellFormed();
  return { ...view, content: item.text, about: { ...about, notice, ...(output !== undefined && { output }) } };
}

const isSelfPrompted = (kind: NoticeKind) => kind === 'task-done' || kind === 'self-prompted';

const keyOf = (key: string) => key.replaceAll(/[^\w-]/gu, '-').slice(0, 44);
