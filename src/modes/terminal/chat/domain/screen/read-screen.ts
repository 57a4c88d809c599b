import { fieldOf } from '../../../hooks/domain/screen-places.ts';
import { statusOfScreen } from '../../../hooks/domain/status-of-screen.ts';
import type { ScreenReading } from '../items.ts';
import { readBlocks } from './read-blocks.ts';

interface ScreenRows {
  /** The window, from the top. */
  readonly rows: readonly string[];
  /** The latest rows above it. */
  readonly above?: readonly string[];
  /** Counted from 0, in the window. */
  readonly cursor: { readonly x: number; readonly y: number };
  readonly title: string;
  readonly cols: number;
}

/** Reads the screen of Claude Code, by where it paints what: a conversation may quote any dialog. */
export function readScreen({ rows, above = [], cursor, title, cols }: ScreenRows): ScreenReading {
  const shown = rows.map((row) => row.trimEnd());
  const status = statusOfScreen({ rows, title });
  const field = fieldOf(shown);
  const hasDialog = !field && status !== 'busy' && status !== 'idle' && status !== null;
  const end = field ? field.top : hasDialog ? shown.findLastIndex((row) => DIALOG_TOP.test(row)) : shown.length;
  const conversation = shown.slice(0, Math.max(end, 0));
  const all = [...above.map((row) => row.trimEnd()), ...conversation];
  return {
    blocks: readBlocks(all, cols),
    isCut: all[0]?.startsWith('  ') ?? false,
    isWorking: status === 'busy' || status === 'retrying' || status === 'compacting',
    field: field && {
      text: textInField(shown.slice(field.top + 1, field.bottom), cursor, field.top + 1),
      ...offeredIn(shown[field.bottom + 1] ?? ''),
    },
    hasDialog,
  };
}

const DIALOG_TOP = /^[─▔]{10,}/u;

function offeredIn(row: string): { readonly offered?: string } {
  const [, offered] = /^\s*(\/\S+)/u.exec(row) ?? [];
  return offered === undefined ? {} : { offered };
}

/** The dim text of an empty field: the cursor stands before it. */
const PLACEHOLDER = /^Try "|^Press up to edit/u;

function textInField(rows: readonly string[], cursor: ScreenRows['cursor'], top: number): string {
  const text = rows
    .map((row) => row.slice(2))
    .join('\n')
    .trim();
  const isPlaceholder = PLACEHOLDER.test(text) && cursor.y <= top && cursor.x <= 2;
  return isPlaceholder ? '' : text;
}
