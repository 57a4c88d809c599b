import type { MessagePart } from '#session/protocol.ts';

import { type AboutPart, MAX_OUTPUT, type NoticeKind, type Standing, type ToolPart } from '../protocol.ts';
import type { NoticeItem, PromptItem, TextItem, ToolItem } from './items.ts';
import type { MergedItem, MergedTurn } from './merging/merged-item.ts';

/** A message of the chat as the feeds make it now. */
export interface ChatDraft {
  readonly id: string;
  readonly author: 'person' | 'assistant' | 'notice';
  readonly content: string;
  /** Its text still grows, or it waits for its first content. */
  readonly isOpen: boolean;
  readonly about: AboutPart;
  readonly tools: readonly ToolPart[];
}

export const partsOf = ({ tools, about }: ChatDraft): readonly MessagePart[] => [...tools, about];

/** A message with more calls than this goes on in another one. */
const MAX_CALLS = 25;
/** Characters of output that one message holds, and of which each call gets at least the second. */
const MAX_OUTPUT_OF_MESSAGE = 200_000;
const MIN_OUTPUT = 2_000;

interface TurnOptions {
  /** Something is still to come in it. */
  readonly isUnderWay: boolean;
  /** The transcript gets no more of it. */
  readonly isOver: boolean;
}

/**
 * The messages of a turn. A message of the model is a block of prose and the calls that follow it. Its id is its place
 * in the turn, which all feeds agree on in the end: so an id means the same after the chat was read anew.
 */
export function draftsOf({ key, items }: MergedTurn, { isUnderWay, isOver }: TurnOptions): readonly ChatDraft[] {
  const drafts: ChatDraft[] = [];
  let answers = 0;
  let open: ChatDraft | null = null;
  const close = () => {
    if (open) drafts.push(open);
    open = null;
  };
  const answer = (merged: MergedItem, content: string) => {
    close();
    open = { ...draftOf(merged, `${key}_${(answers += 1)}`), author: 'assistant', content };
  };
  for (const merged of items) {
    const { item } = merged;
    if (item.type === 'text') answer(merged, item.text);
    else if (item.type === 'tool') {
      if (open === null || callsOf(open) >= MAX_CALLS) answer(merged, '');
      // Nothing closes it any more: its program was ended in the middle of it.
      const call = isOver && !isUnderWay && !item.isComplete ? leftOpen(item) : item;
      open = open && withCall(open, toolPart(call), merged.feeds);
    } else {
      close();
      drafts.push(item.type === 'prompt' ? promptDraft(merged, item, key) : noticeDraft(merged, item));
    }
  }
  close();
  return isUnderWay ? withOpenEnd(drafts, { key, answers }) : drafts.map(withInterruption);
}

const leftOpen = (item: ToolItem): ToolItem => ({ ...item, isComplete: true, isError: true, ending: 'interrupted' });

const callsOf = ({ tools }: ChatDraft) => tools.length;

/** Opens a message for the next content, or keeps the last one open while its prose grows. */
function withOpenEnd(
  drafts: readonly ChatDraft[],
  { key, answers }: { readonly key: string; readonly answers: number },
) {
  const last = drafts.findLast(({ author, about }) => author === 'assistant' || about.queue === undefined);
  if (!last || last.author === 'notice') return drafts;
  if (last.author === 'person')
    return [
      ...drafts,
      {
        id: `terminal_${key}_${answers + 1}`,
        author: 'assistant' as const,
        content: '',
        isOpen: true,
        about: { id: 'about', type: 'about' as const, standing: 'live' as const, feeds: [], at: last.about.at },
        tools: [],
      },
    ];
  const isGrowing = last.tools.length === 0 && !last.about.feeds.includes('transcript');
  return isGrowing ? drafts.map((draft) => (draft === last ? { ...draft, isOpen: true } : draft)) : drafts;
}

/** An interruption is a mark of the message that it cut off, and a line of its own. */
function withInterruption(draft: ChatDraft, index: number, drafts: readonly ChatDraft[]): ChatDraft {
  if (draft.author !== 'assistant' || drafts[index + 1]?.about.notice !== 'interrupted') return draft;
  return { ...draft, about: { ...draft.about, isInterrupted: true } };
}

function draftOf({ item, feeds }: MergedItem, place: string): ChatDraft {
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

function withCall(draft: ChatDraft, part: ToolPart, feeds: MergedItem['feeds']): ChatDraft {
  const used = draft.tools.reduce((sum, { output }) => sum + (output?.length ?? 0), 0);
  const room = Math.max(MIN_OUTPUT, Math.min(MAX_OUTPUT, MAX_OUTPUT_OF_MESSAGE - used));
  const about = {
    ...draft.about,
    feeds: [...new Set([...draft.about.feeds, ...feeds])],
    // A message is no better known than the least known of its calls.
    standing: standingOf(feeds) === 'live' ? 'live' : draft.about.standing,
  } as const;
  return { ...draft, about, tools: [...draft.tools, cut(part, room)] };
}

function cut(part: ToolPart, room: number): ToolPart {
  const { output } = part;
  if (output === null || output.length <= room) return part;
  return { ...part, output: output.slice(0, room).toWellFormed(), outputLength: output.length };
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
    ...(ending && { ending }),
    ...(inside && inside.length > 0 && { inside: inside.map((each) => insidePart(each)) }),
  };
}

/** The addresses of the images of an item. The log does not hold them. */
const placesOf = (key: string, images: readonly string[]) => images.map((_, index) => `${keyOf(key)}/${index}`);

function insidePart(item: TextItem | ToolItem): NonNullable<ToolPart['inside']>[number] {
  if (item.type === 'tool') return cut(toolPart(item), MIN_OUTPUT);
  return { id: item.key, type: 'text', text: item.text };
}

function promptDraft(merged: MergedItem, item: PromptItem, key: string): ChatDraft {
  const place = item.queue === undefined ? `${key}_p` : `q_${keyOf(item.key)}`;
  const { about, ...draft } = draftOf(merged, place);
  const { said, queue, output, images } = item;
  return {
    ...draft,
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

function noticeDraft(merged: MergedItem, item: NoticeItem): ChatDraft {
  const { about, ...draft } = draftOf(merged, `n_${keyOf(item.key)}`);
  const notice: NoticeKind = item.kind;
  return { ...draft, content: item.text, about: { ...about, notice } };
}

const keyOf = (key: string) => key.replaceAll(/[^\w-]/gu, '-').slice(0, 44);
