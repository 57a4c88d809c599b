import { COMPACTING, type Dialog, dialogOf, fieldOf, RETRYING, spinnerAbove, SUSPENDED } from './screen-places.ts';

/**
 * The state that the screen of Claude Code shows; null if it is unclear. Wordings of 2.1.197 and 2.1.330.
 *
 * An answer, a file or a draft can quote any of these wordings. The place distinguishes Claude Code's own words: its
 * rules, its spinner and its input field begin in the first column, where a conversation has only its bullets.
 */
export type ScreenStatus =
  | 'set-up'
  | 'waiting-for-trust'
  | 'asks'
  | 'retrying'
  | 'compacting'
  | 'suspended'
  /** It takes no keys: it is suspended, or ending. */
  | 'released'
  | 'busy'
  | 'idle'
  | null;

interface Shown {
  readonly rows: readonly string[];
  readonly title: string;
  /** False once it has released its terminal, even if its box was repainted afterwards. */
  readonly takesPaste?: boolean;
}

/**
 * The first character of the title while Claude Code works; a star while it rests. There is no title before the first
 * prompt.
 */
const WORKING_TITLE = /^[\u2800-\u28FF◐◑◒◓]/u;
const RESTING_TITLE = /^✳/u;

export function statusOfScreen({ rows, title, takesPaste = true }: Shown): ScreenStatus {
  // Claude Code paints spaces over the rest of an earlier text.
  const shown = rows.slice(0, rows.findLastIndex((row) => row.trim() !== '') + 1).map((row) => row.trimEnd());
  const field = fieldOf(shown);
  // Text above these rows is not a menu, though a draft has a menu's mark.
  if (shown.slice(field ? field.bottom + 1 : -LATEST_ROWS).some((row) => SUSPENDED.test(row))) return 'suspended';
  if (field && !takesPaste) return 'released';
  if (field) {
    const spinner = spinnerAbove(shown.slice(0, field.top));
    if (RETRYING.test(spinner)) return 'retrying';
    if (COMPACTING.test(spinner)) return 'compacting';
    const isWorking = spinner !== '' || WORKING_TITLE.test(title) || INTERRUPTIBLE.test(footer(shown, field));
    return isWorking ? 'busy' : 'idle';
  }
  const isWorking = WORKING_TITLE.test(title);
  const isBeforePrompt = !isWorking && !RESTING_TITLE.test(title);
  const dialog = dialogOf(shown);
  // While it works, rows without a rule above them are an answer that is half painted.
  const status = isWorking && !dialog.hasRule ? null : statusOfDialog(dialog, isBeforePrompt);
  if (status !== null) return status;
  if (isWorking) return 'busy';
  return RESTING_TITLE.test(title) ? 'idle' : null;
}

const LATEST_ROWS = 3;

/** The words are cut if the terminal is narrow. */
const INTERRUPTIBLE = /esc to in/iu;
const footer = (rows: readonly string[], { bottom }: { readonly bottom: number }) => rows.slice(bottom + 1).join('\n');

const TRUST = /^\s*(?:Accessing workspace:|Do you trust the files in this folder)/u;
const SIGN_IN = /^\s*(?:Login$|Detected a custom API key)/u;
const SET_UP = /^ {0,2}(?:Choose the text style|Select login method|Paste code here|Login successful|Security notes:)/u;
const POINTER = /^\s*❯\s*(?:\d+\.\s*)?\S/u;
const NUMBERED_POINTER = /^\s*❯\s*\d+\.\s*\S/u;
const ANSWER_KEYS = /\b(?:Enter to (?:confirm|select)|Esc to cancel)\b/iu;

/** `isBeforePrompt`: there is no title yet, so no conversation could quote a dialog. */
function statusOfDialog({ rows, hasRule }: Dialog, isBeforePrompt: boolean): ScreenStatus {
  const heading = hasRule || isBeforePrompt ? (rows[0] ?? '') : '';
  const hasPointer = rows.some((row) => POINTER.test(row));
  if (hasPointer && TRUST.test(heading)) return 'waiting-for-trust';
  if (SIGN_IN.test(heading) || (isBeforePrompt && rows.some((row) => SET_UP.test(row)))) return 'set-up';
  const isMenu =
    rows.some((row) => NUMBERED_POINTER.test(row)) || (hasPointer && (hasRule || ANSWER_KEYS.test(rows.at(-1) ?? '')));
  return isMenu ? 'asks' : null;
}
