import { fieldOf, SUSPENDED } from '../../../hooks/domain/screen-places.ts';
import { statusOfScreen } from '../../../hooks/domain/status-of-screen.ts';
import type { ScreenRows } from './read-screen.ts';

/** What stands where Claude Code takes a message, if it is not its plain input box. */
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

/** The input box of Claude Code. Text that is typed into any other than the first two does not become a message. */
export type InputBox =
  | { readonly kind: 'empty' }
  | { readonly kind: 'draft'; readonly text: string; readonly offered?: string }
  /** `text`: what stands in it, where it has a text. `isVimNormal`: its keys are those of that mode. */
  | { readonly kind: 'other'; readonly what: OtherBox; readonly text?: string; readonly isVimNormal?: boolean };

interface Shown extends ScreenRows {
  /** The rows without what is painted dim or grey; the same number of columns. */
  readonly solid: readonly string[];
  readonly isAlternate: boolean;
  /** The program has asked for brackets around what is pasted. */
  readonly takesPaste: boolean;
}

/** `isVimNormal`: the keys of vim's normal mode are not told from those that write by the screen alone. */
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
  // A search through earlier prompts, for one, has its own place for what is typed.
  if (y < top || y >= field.bottom) return other(below.some((row) => SUSPENDED.test(row)) ? 'suspended' : 'panel');
  const mark = rows[top]?.[0];
  // A suggestion or an example, which the first letter replaces: there is no text.
  const isEmpty = x <= MARK_CELLS && y === top && isGrey(text, textIn(shown.solid, field));
  const box = plain(isEmpty ? '' : text, below);
  // What is offered stands where the mode is shown, and only while text is written.
  const isNormal = !('offered' in box) && isVimNormal(below[0] ?? '');
  if (mark === '!' || mark === '#') return { ...other(mark === '!' ? 'shell' : 'memory'), text, isVimNormal: isNormal };
  return isNormal ? { ...other('vim'), text: isEmpty ? '' : text, isVimNormal: true } : box;
}

const MARK_CELLS = 2;
/** The title of the list of its sessions, which has a box of its own that begins another one. */
const OTHER_TITLE = /(?:^|· )claude agents$/u;
/** An editor's rows below its text. */
const EDITOR_ROW = /^(?:~|\^G\s)/u;
const RULE = /^[─▔╭]{2,}/u;
const OFFERED = /^\s*(\/\S+)/u;

/** The least size in which the box and its rules fit. */
const MIN_ROWS = 5;
const MIN_COLS = 10;

const other = (what: OtherBox) => ({ kind: 'other', what }) as const;

const UNKNOWN_COMMAND = /^(?:●|⏺|\s*⎿)\s*Unknown (?:slash )?command: \/?([\p{L}\p{N}_:-]+)/u;
/** Its message about the arguments of that command. */
const ARGUMENTS = /^(?:●|⏺)\s*Args from unknown skill: /u;

/** The command that Claude Code says it does not know, right above its box; undefined where it says something else. */
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

/** Whether the cursor is behind the text in the box. Wide characters count as one cell, so it may be true too early. */
export function isAtEnd({ rows, cursor }: ScreenRows): boolean {
  const shown = rows.map((row) => row.trimEnd());
  const field = fieldOf(shown);
  if (!field) return true;
  const last = shown.slice(0, field.bottom).findLastIndex((row) => row !== '');
  return cursor.y >= last && (cursor.y > last || cursor.x >= [...characters.segment(shown[last] ?? '')].length);
}

/** The text in the box; undefined where it has none to tell. */
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

/** What the cursor stands on is painted in reverse, and not grey. */
function isGrey(text: string, solid: string): boolean {
  return text.length > solid.length && text.startsWith(solid) && [...characters.segment(solid)].length <= 1;
}

/** What stands there instead of the box. */
function placeOf(rows: readonly string[], { title, cols, cursor, isAlternate }: Shown): OtherBox {
  if (rows.some((row) => SUSPENDED.test(row))) return 'suspended';
  const status = statusOfScreen({ rows, title });
  if (status !== null && status !== 'busy' && status !== 'idle') return 'dialog';
  if (rows.length < MIN_ROWS || cols < MIN_COLS) return 'too-small';
  const rules = rows.flatMap((row, index) => (RULE.test(row) ? [index] : []));
  // The rule below the box is there, and the one above it is not.
  if (rules.length === 1 && cursor.y < (rules[0] ?? 0)) return 'too-small';
  if (rules.length > 0) return 'panel';
  return isAlternate ? 'program' : 'not-in-sight';
}
