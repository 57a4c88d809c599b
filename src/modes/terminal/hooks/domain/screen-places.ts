/**
 * Where Claude Code paints what on its screen. Its rules, its spinner and the field that the person writes into begin
 * in the first column; a conversation never does, but for its bullets and prompts.
 */

const FIELD_RULE = /^─{10,}/u;
/** `!` instead of the prompt's mark: what is typed is a command for a shell; `#` in earlier versions: it is remembered. */
const FIELD_START = /^[❯!#](?:\s|$)/u;

/** The field that a person writes into stands between the last two rules. What follows it is its footer. */
export function fieldOf(rows: readonly string[]): { readonly top: number; readonly bottom: number } | null {
  const bottom = rows.findLastIndex((row) => FIELD_RULE.test(row));
  const top = rows.slice(0, Math.max(bottom, 0)).findLastIndex((row) => FIELD_RULE.test(row));
  return top >= 0 && FIELD_START.test(rows[top + 1] ?? '') ? { top, bottom } : null;
}

/** Empty where there is no field, or nothing below it. */
export function rowBelowField(rows: readonly string[]): string {
  const field = fieldOf(rows.map((row) => row.trimEnd()));
  return field ? (rows[field.bottom + 1] ?? '') : '';
}

/** A picture that was under way may be painted over the first row. */
export const SUSPENDED = /^(?:Claude Code has been suspended\b|Note: ctrl \+ z now suspends)/u;

const SPINNER = /^[·✢✳✶✻✽*] /u;
const WORKING_SPINNER = /…|retrying in|attempt \d+\/\d+/iu;
export const RETRYING = /retrying in \d|attempt \d+\/\d+/iu;
export const COMPACTING = /^..Compacting conversation/u;

/** The spinner above the field, with tips, tasks and prompts that wait between them; empty while it does not work. */
export function spinnerAbove(rows: readonly string[]): string {
  const row = rows.findLast((each) => each !== '' && !/^[\s❯]/u.test(each)) ?? '';
  return SPINNER.test(row) && WORKING_SPINNER.test(row) ? row : '';
}

const DIALOG_RULE = /^[─▔]{10,}/u;
const CHOICE = /^\s*(?:❯\s*)?\d+\.\s*\S/u;

export interface Dialog {
  /** Without empty ones. */
  readonly rows: readonly string[];
  /** Its first row stands below a rule, where nothing else can stand. */
  readonly hasRule: boolean;
}

/** The rows below the rule over a dialog; all rows where there is no rule. */
export function dialogOf(rows: readonly string[]): Dialog {
  const filled = rows.filter((row) => row.trim() !== '');
  const rules = filled.flatMap((row, index) => (DIALOG_RULE.test(row) ? [index] : []));
  // A question has a rule between its choices too.
  const start = rules.findLast((rule) => !CHOICE.test(filled[rule + 1] ?? ''));
  return { rows: filled.slice((start ?? -1) + 1), hasRule: start !== undefined };
}
