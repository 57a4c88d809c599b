/**
 * The places on Claude Code's screen. Its rules, its spinner and its input field begin in the first column. A
 * conversation has only bullets and prompts there.
 */

const FIELD_RULE = /^─{10,}/u;
/**
 * `!` instead of the prompt's mark: the text is a command for a shell. `#` (earlier versions): the text is memorised.
 */
const FIELD_START = /^[❯!#](?:\s|$)/u;

/** The input field, between the last two rules. The rows behind it are its footer. */
export function fieldOf(rows: readonly string[]): { readonly top: number; readonly bottom: number } | null {
  const bottom = rows.findLastIndex((row) => FIELD_RULE.test(row));
  const top = rows.slice(0, Math.max(bottom, 0)).findLastIndex((row) => FIELD_RULE.test(row));
  return top >= 0 && FIELD_START.test(rows[top + 1] ?? '') ? { top, bottom } : null;
}

/** Empty if there is no field, or no row below it. */
export function rowBelowField(rows: readonly string[]): string {
  const field = fieldOf(rows.map((row) => row.trimEnd()));
  return field ? (rows[field.bottom + 1] ?? '') : '';
}

/** A repaint in progress can cover the beginning of the first row. */
export const SUSPENDED = /^(?:Claude Code has been suspended\b|Note: ctrl \+ z now suspends)/u;

const SPINNER = /^[·✢✳✶✻✽*] /u;
const WORKING_SPINNER = /…|retrying in|attempt \d+\/\d+/iu;
export const RETRYING = /retrying in \d|attempt \d+\/\d+/iu;
export const COMPACTING = /^..Compacting conversation/u;

/**
 * The spinner above the field, with tips, tasks and queued prompts between them; empty while Claude Code does not work.
 */
export function spinnerAbove(rows: readonly string[]): string {
  const row = rows.findLast((each) => each !== '' && !/^[\s❯]/u.test(each)) ?? '';
  return SPINNER.test(row) && WORKING_SPINNER.test(row) ? row : '';
}

const DIALOG_RULE = /^[─▔]{10,}/u;
const CHOICE = /^\s*(?:❯\s*)?\d+\.\s*\S/u;

export interface Dialog {
  /** Without empty rows. */
  readonly rows: readonly string[];
  /** Its first row follows a rule, a place where only a dialog begins. */
  readonly hasRule: boolean;
}

/** The rows of a dialog, below its rule; all rows if there is no rule. */
export function dialogOf(rows: readonly string[]): Dialog {
  const filled = rows.filter((row) => row.trim() !== '');
  const rules = filled.flatMap((row, index) => (DIALOG_RULE.test(row) ? [index] : []));
  // A question has a rule between its choices, too.
  const start = rules.findLast((rule) => !CHOICE.test(filled[rule + 1] ?? ''));
  return { rows: filled.slice((start ?? -1) + 1), hasRule: start !== undefined };
}
