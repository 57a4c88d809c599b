import { fieldOf } from '../../../hooks/domain/screen-places.ts';
import { type ScreenStatus, statusOfScreen } from '../../../hooks/domain/status-of-screen.ts';
import type { ScreenReading } from '../items.ts';
import { readBlocks } from './read-blocks.ts';

export interface ScreenRows {
  /** The window, from the top. */
  readonly rows: readonly string[];
  /** The latest rows above it. */
  readonly above?: readonly string[];
  /** Counted from 0, in the window. */
  readonly cursor: { readonly x: number; readonly y: number };
  readonly title: string;
  readonly cols: number;
  /** Rows with Markdown marks, by their index from the first row of `above`. A null text is a row of a code block. */
  readonly marked?: ReadonlyMap<number, { readonly text: string | null }>;
}

/** Reads the screen of Claude Code by position, because a conversation can quote any dialog. */
export function readScreen({ rows, above = [], title, cols, marked }: ScreenRows): ScreenReading {
  const shown = rows.map((row) => row.trimEnd());
  const status = statusOfScreen({ rows, title });
  const field = fieldOf(shown);
  const hasDialog = !field && !NO_DIALOG.has(status);
  const end = field ? field.top : hasDialog ? shown.findLastIndex((row) => DIALOG_TOP.test(row)) : shown.length;
  const conversation = shown.slice(0, Math.max(end, 0));
  const all = [...above.map((row) => row.trimEnd()), ...conversation];
  return {
    blocks: readBlocks(all, cols, marked),
    isCut: all[0]?.startsWith('  ') ?? false,
    isWorking: status === 'busy' || status === 'retrying' || status === 'compacting',
    hasField: field !== null,
    hasDialog,
  };
}

const NO_DIALOG: ReadonlySet<ScreenStatus> = new Set(['busy', 'idle', 'suspended', null]);
const DIALOG_TOP = /^[─▔]{10,}/u;
