import { COMPACTING, dialogOf, fieldOf, RETRYING, spinnerAbove } from '../../../hooks/domain/screen-places.ts';
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
  const dialog = field || status === 'busy' || status === 'idle' || status === null ? null : readDialog(shown, status);
  const end = field ? field.top : dialog ? shown.findLastIndex((row) => DIALOG_TOP.test(row)) : shown.length;
  const conversation = shown.slice(0, Math.max(end, 0));
  const spinner = field ? spinnerAbove(conversation) : '';
  const all = [...above.map((row) => row.trimEnd()), ...conversation];
  const { blocks, isInterrupted } = readBlocks(all, cols);
  return {
    blocks,
    isCut: all[0]?.startsWith('  ') ?? false,
    isInterrupted: isInterrupted && spinner === '',
    isWorking: status === 'busy' || status === 'retrying' || status === 'compacting',
    spinner: spinner === '' ? null : spinner,
    isRetrying: RETRYING.test(spinner),
    isCompacting: COMPACTING.test(spinner),
    field: field && {
      ...readField(shown.slice(field.top + 1, field.bottom), cursor, field.top + 1),
      ...offeredIn(shown[field.bottom + 1] ?? ''),
    },
    dialog,
    queued: [],
  };
}

const DIALOG_TOP = /^[─▔]{10,}/u;
const CHOICE = /^\s*(?:❯\s*)?\d+\.\s*(\S.*)$/u;

function readDialog(shown: readonly string[], status: string): NonNullable<ScreenReading['dialog']> {
  const { rows } = dialogOf(shown);
  const choices = rows.flatMap((row) => CHOICE.exec(row)?.[1] ?? []);
  const kind = status === 'set-up' ? 'set-up' : status === 'waiting-for-trust' ? 'trust' : kindOf(rows);
  return { kind, title: (rows[0] ?? '').trim(), choices };
}

function kindOf(rows: readonly string[]): 'permission' | 'question' | 'plan' | 'other' {
  const text = rows.join('\n');
  if (/^\s*(?:Would you like to proceed|Ready to code)/mu.test(text)) return 'plan';
  if (/^\s*Do you want to /mu.test(text)) return 'permission';
  return /Enter to select/u.test(rows.at(-1) ?? '') ? 'question' : 'other';
}

function offeredIn(row: string): { readonly offered?: string } {
  const [, offered] = /^\s*(\/\S+)/u.exec(row) ?? [];
  return offered === undefined ? {} : { offered };
}

const PASTED = /\[(?:Pasted text|Image) #\d+/u;
/** The dim text of an empty field: the cursor stands before it. */
const PLACEHOLDER = /^Try "|^Press up to edit/u;

function readField(
  rows: readonly string[],
  cursor: { readonly x: number; readonly y: number },
  top: number,
): NonNullable<ScreenReading['field']> {
  const text = rows
    .map((row) => row.slice(2))
    .join('\n')
    .trim();
  const isPlaceholder = PLACEHOLDER.test(text) && cursor.y <= top && cursor.x <= 2;
  const shown = isPlaceholder ? '' : text;
  return { text: shown, hasPasted: PASTED.test(shown), mode: rows[0]?.startsWith('!') ? 'shell' : 'prompt' };
}
