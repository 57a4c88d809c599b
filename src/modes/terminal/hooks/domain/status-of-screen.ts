/**
 * What the screen of Claude Code shows, as far as it can be told. Wordings of 2.1.197 and 2.1.330.
 *
 * An answer, a file or a draft may quote any of these wordings. What Claude Code says of itself is told from that by its
 * place: its rules, its spinner and the field that the person writes into begin in the first column, and a conversation
 * never does, but for its bullets.
 */
export type ScreenStatus = 'set-up' | 'waiting-for-trust' | 'asks' | 'retrying' | 'compacting' | 'busy' | 'idle' | null;

interface Shown {
  readonly rows: readonly string[];
  readonly title: string;
}

/** The title begins with one of these while it works, and with the star while it rests. It has none before its first prompt. */
const WORKING_TITLE = /^[\u2800-\u28FF◐◑◒◓]/u;
const RESTING_TITLE = /^✳/u;

export function statusOfScreen({ rows, title }: Shown): ScreenStatus {
  // What stood behind a text before is painted over with spaces.
  const shown = rows.slice(0, rows.findLastIndex((row) => row.trim() !== '') + 1).map((row) => row.trimEnd());
  const field = fieldOf(shown);
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
  // While it works, what has no rule above it is an answer whose picture is half painted.
  const status = isWorking && !dialog.hasRule ? null : statusOfDialog(dialog, isBeforePrompt);
  if (status !== null) return status;
  if (isWorking) return 'busy';
  return RESTING_TITLE.test(title) ? 'idle' : null;
}

const FIELD_RULE = /^─{10,}/u;
/** `!` instead of the prompt's mark: what is typed is a command for a shell. */
const FIELD_START = /^[❯!](?:\s|$)/u;

/** The field that a person writes into stands between the last two rules. What follows it is its footer. */
function fieldOf(rows: readonly string[]): { readonly top: number; readonly bottom: number } | null {
  const bottom = rows.findLastIndex((row) => FIELD_RULE.test(row));
  const top = rows.slice(0, Math.max(bottom, 0)).findLastIndex((row) => FIELD_RULE.test(row));
  return top >= 0 && FIELD_START.test(rows[top + 1] ?? '') ? { top, bottom } : null;
}

/** Cut short where the terminal is narrow. */
const INTERRUPTIBLE = /esc to in/iu;
const footer = (rows: readonly string[], { bottom }: { readonly bottom: number }) => rows.slice(bottom + 1).join('\n');

const SPINNER = /^[·✢✳✶✻✽*] /u;
const WORKING_SPINNER = /…|retrying in|attempt \d+\/\d+/iu;
const RETRYING = /retrying in \d|attempt \d+\/\d+/iu;
const COMPACTING = /^..Compacting conversation/u;

/** The spinner above the field, with tips, tasks and prompts that wait between them; empty while it does not work. */
function spinnerAbove(rows: readonly string[]): string {
  const row = rows.findLast((each) => each !== '' && !/^[\s❯]/u.test(each)) ?? '';
  return SPINNER.test(row) && WORKING_SPINNER.test(row) ? row : '';
}

const DIALOG_RULE = /^[─▔]{10,}/u;
const CHOICE = /^\s*(?:❯\s*)?\d+\.\s*\S/u;

interface Dialog {
  /** Without empty ones. */
  readonly rows: readonly string[];
  /** Its first row stands below a rule, where nothing else can stand. */
  readonly hasRule: boolean;
}

/** What stands below the rule over a dialog; everything where there is no rule. */
function dialogOf(rows: readonly string[]): Dialog {
  const filled = rows.filter((row) => row.trim() !== '');
  const rules = filled.flatMap((row, index) => (DIALOG_RULE.test(row) ? [index] : []));
  // A question has a rule between its choices too.
  const start = rules.findLast((rule) => !CHOICE.test(filled[rule + 1] ?? ''));
  return { rows: filled.slice((start ?? -1) + 1), hasRule: start !== undefined };
}

const TRUST = /^\s*(?:Accessing workspace:|Do you trust the files in this folder)/u;
const SIGN_IN = /^\s*(?:Login$|Detected a custom API key)/u;
const SET_UP = /^ {0,2}(?:Choose the text style|Select login method|Paste code here|Login successful|Security notes:)/u;
const POINTER = /^\s*❯\s*(?:\d+\.\s*)?\S/u;
const NUMBERED_POINTER = /^\s*❯\s*\d+\.\s*\S/u;
const ANSWER_KEYS = /\b(?:Enter to (?:confirm|select)|Esc to cancel)\b/iu;

/** `isBeforePrompt`: there is no title yet, and so no conversation that could quote a dialog. */
function statusOfDialog({ rows, hasRule }: Dialog, isBeforePrompt: boolean): ScreenStatus {
  const heading = hasRule || isBeforePrompt ? (rows[0] ?? '') : '';
  const hasPointer = rows.some((row) => POINTER.test(row));
  if (hasPointer && TRUST.test(heading)) return 'waiting-for-trust';
  if (SIGN_IN.test(heading) || (isBeforePrompt && rows.some((row) => SET_UP.test(row)))) return 'set-up';
  const isMenu =
    rows.some((row) => NUMBERED_POINTER.test(row)) || (hasPointer && (hasRule || ANSWER_KEYS.test(rows.at(-1) ?? '')));
  return isMenu ? 'asks' : null;
}
