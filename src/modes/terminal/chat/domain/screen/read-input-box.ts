import { fieldOf } from '../../../hooks/domain/screen-places.ts';
import { statusOfScreen } from '../../../hooks/domain/status-of-screen.ts';
import type { ScreenRows } from './read-screen.ts';

/** What stands where Claude Code takes a message, if it is not its plain input box. */
export type OtherBox =
  | 'dialog'
  | 'panel'
  | 'shell'
  | 'memory'
  | 'suggestion'
  | 'vim'
  | 'suspended'
  | 'program'
  | 'not-in-sight';

/** The input box of Claude Code. Text that is typed into any other than the first two does not become a message. */
export type InputBox =
  | { readonly kind: 'empty' }
  | { readonly kind: 'draft'; readonly text: string; readonly offered?: string }
  /** `text`: what stands in it, where it has a text. */
  | { readonly kind: 'other'; readonly what: OtherBox; readonly text?: string };

interface Shown extends ScreenRows {
  /** The rows without what is painted dim or grey; the same number of columns. */
  readonly solid: readonly string[];
  readonly isAlternate: boolean;
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
  const text = textIn(rows, field);
  const { x, y } = shown.cursor;
  // A search through earlier prompts, for one, has its own place for what is typed.
  if (y < top || y >= field.bottom) return other(below.some((row) => SUSPENDED.test(row)) ? 'suspended' : 'panel');
  const mark = rows[top]?.[0];
  if (mark === '!') return { ...other('shell'), text };
  if (mark === '#') return { ...other('memory'), text };
  if (x <= MARK_CELLS && y === top && isGrey(text, textIn(shown.solid, field)))
    return PLACEHOLDER.test(text) ? plain('', below) : other('suggestion');
  const box = plain(text, below);
  // What is offered stands where the mode is shown, and only while text is written.
  return !('offered' in box) && isVimNormal(below[0] ?? '') ? { ...other('vim'), text } : box;
}

const MARK_CELLS = 2;
/** The title of the list of its sessions, which has a box of its own that begins another one. */
const OTHER_TITLE = /(?:^|· )claude agents$/u;
/** An editor's rows below its text. */
const EDITOR_ROW = /^(?:~|\^G\s)/u;
/** A picture that was under way may be painted over the first row. */
const SUSPENDED = /^(?:Claude Code has been suspended\b|Note: ctrl \+ z now suspends)/u;
const RULE = /^[─▔╭]{2,}/u;
/** The text of an empty field that Claude Code itself puts there. */
const PLACEHOLDER = /^Try "|^Press up to edit/u;
const OFFERED = /^\s*(\/\S+)/u;

const other = (what: OtherBox) => ({ kind: 'other', what }) as const;

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
  return text.length > solid.length && text.startsWith(solid) && (solid === '' || /^\S\p{M}*$/u.test(solid));
}

/** What stands there instead of the box. */
function placeOf(rows: readonly string[], { title, isAlternate }: Shown): OtherBox {
  if (rows.some((row) => SUSPENDED.test(row))) return 'suspended';
  const status = statusOfScreen({ rows, title });
  if (status !== null && status !== 'busy' && status !== 'idle') return 'dialog';
  if (rows.some((row) => RULE.test(row))) return 'panel';
  return isAlternate ? 'program' : 'not-in-sight';
}
