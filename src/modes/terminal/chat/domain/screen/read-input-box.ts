import { fieldOf, SUSPENDED } from '../../../hooks/domain/screen-places.ts';
import { statusOfScreen } from '../../../hooks/domain/status-of-screen.ts';
import type { ScreenRows } from './read-screen.ts';

/** The screen that replaces Claude Code's plain input box. */
export type OtherBox =
  | 'dialog'
  | 'panel'
  | 'shell'
  | 'memory'
  | 'vim'
  | 'suspended'
  | 'program'
  | 'too-small'
  | 'ended'
  | 'not-in-sight';

/** The input box of Claude Code. Only text typed into the first two kinds becomes a message. */
export type InputBox =
  | { readonly kind: 'empty' }
  | { readonly kind: 'draft'; readonly text: string; readonly offered?: string }
  /** `text`: its text, if it has one. `isVimNormal`: its keys are those of vim's normal mode. */
  | { readonly kind: 'other'; readonly what: OtherBox; readonly text?: string; readonly isVimNormal?: boolean };

interface Shown extends ScreenRows {
  /** The rows without dim or grey text, with the same number of columns. */
  readonly solid: readonly string[];
  readonly isAlternate: boolean;
  /** The program has enabled bracketed paste. */
  readonly takesPaste: boolean;
}

/** `isVimNormal` decides about vim's normal mode, which the screen alone does not show. */
export function readInputBox(shown: Shown, isVimNormal: (rowBelow: string) => boolean): InputBox {
  const rows = shown.rows.map((row) => row.trimEnd());
  const field = fieldOf(rows);
  if (!field) return other(placeOf(rows, shown));
  const top = field.top + 1;
  const below = rows.slice(field.bottom + 1);
  if (OTHER_TITLE.test(shown.title)) return other('panel');
  if (shown.isAlternate && below.some((row) => EDITOR_ROW.test(row))) return other('program');
  // It has released its terminal, even if its box was repainted afterwards.
  if (!shown.takesPaste) return other('suspended');
  const text = textIn(rows, field);
  const { x, y } = shown.cursor;
  // The cursor is outside the box: for example, a search through earlier prompts has its own input field.
  if (y < top || y >= field.bottom) return other(below.some((row) => SUSPENDED.test(row)) ? 'suspended' : 'panel');
  const mark = rows[top]?.[0];
  // A suggestion or an example, which the first letter replaces: the box has no text.
  const isEmpty = x <= MARK_CELLS && y === top && isGrey(text, textIn(shown.solid, field));
  const box = plain(isEmpty ? '' : text, below);
  // An offer is shown in the place of the mode, and only while text is written.
  const isNormal = !('offered' in box) && isVimNormal(below[0] ?? '');
  if (mark === '!' || mark === '#') return { ...other(mark === '!' ? 'shell' : 'memory'), text, isVimNormal: isNormal };
  return isNormal ? { ...other('vim'), text: isEmpty ? '' : text, isVimNormal: true } : box;
}

const MARK_CELLS = 2;
/** Title of Claude Code's list of sessions, whose own input box starts another session. */
const OTHER_TITLE = /(?:^|· )claude agents$/u;
/** Rows of an editor below its text. */
const EDITOR_ROW = /^(?:~|\^G\s)/u;
const RULE = /^[─▔╭]{2,}/u;
const OFFERED = /^\s*(\/\S+)/u;

/** The minimum size at which the box and its rules fit. */
const MIN_ROWS = 5;
const MIN_COLS = 10;

const other = (what: OtherBox) => ({ kind: 'other', what }) as const;

const UNKNOWN_COMMAND = /^(?:●|⏺|\s*⎿)\s*Unknown (?:slash )?command: \/?([\p{L}\p{N}_:-]+)/u;
/** Claude Code's message about the arguments of an unknown command. */
const ARGUMENTS = /^(?:●|⏺)\s*Args from unknown skill: /u;

/** The command that Claude Code reports as unknown right above its box; undefined without such a report. */
export function unknownCommand(rows: readonly string[]): string | undefined {
  const shown = rows.map((row) => row.trimEnd());
  const field = fieldOf(shown);
  const above = shown.slice(0, field?.top ?? 0).filter((row) => row !== '');
  const added = above.findLastIndex((row) => ARGUMENTS.test(row));
  const hasAdded = added >= 0 && above.slice(added + 1).every((row) => row.startsWith('  '));
  const latest = (hasAdded ? above.slice(0, added) : above).at(-1);
  const [, name] = UNKNOWN_COMMAND.exec(latest ?? '') ?? [];
  return name === undefined ? undefined : `/${name}`;
}

const characters = new Intl.Segmenter();

/**
 * Whether the cursor is behind the text in the box. Wide characters count as one cell, so this can become true too
 * early.
 */
export function isAtEnd({ rows, cursor }: ScreenRows): boolean {
  const shown = rows.map((row) => row.trimEnd());
  const field = fieldOf(shown);
  if (!field) return true;
  const last = shown.slice(0, field.bottom).findLastIndex((row) => row !== '');
  return cursor.y >= last && (cursor.y > last || cursor.x >= [...characters.segment(shown[last] ?? '')].length);
}

/** The text in the box; undefined if it cannot be read. */
export const textOrNothing = (box: InputBox): string | undefined => (box.kind === 'empty' ? '' : box.text);

function plain(text: string, below: readonly string[]): InputBox {
  if (text === '') return { kind: 'empty' };
  const [, offered] = OFFERED.exec(below[0] ?? '') ?? [];
  return { kind: 'draft', text, ...(offered !== undefined && { offered }) };
}

function textIn(rows: readonly string[], { top, bottom }: { readonly top: number; readonly bottom: number }): string {
  return rows
    .slice(top + 1, bottom)
    .map((row) => row.slice(MARK_CELLS).trimEnd())
    .join('\n')
    .trim();
}

/** The character under the cursor is painted in reverse, not grey. */
function isGrey(text: string, solid: string): boolean {
  return text.length > solid.length && text.startsWith(solid) && [...characters.segment(solid)].length <= 1;
}

/** Identifies the screen that replaces the input box. */
function placeOf(rows: readonly string[], { title, cols, cursor, isAlternate }: Shown): OtherBox {
  if (rows.some((row) => SUSPENDED.test(row))) return 'suspended';
  const status = statusOfScreen({ rows, title });
  if (status !== null && status !== 'busy' && status !== 'idle') return 'dialog';
  if (rows.length < MIN_ROWS || cols < MIN_COLS) return 'too-small';
  const rules = rows.flatMap((row, index) => (RULE.test(row) ? [index] : []));
  // Only the rule below the box is visible, not the one above it.
  if (rules.length === 1 && cursor.y < (rules[0] ?? 0)) return 'too-small';
  if (rules.length > 0) return 'panel';
  return isAlternate ? 'program' : 'not-in-sight';
}
