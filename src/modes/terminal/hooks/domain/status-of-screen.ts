/** What the screen of Claude Code shows, as far as it can be told. Wordings of 2.1.197; the menu is the most stable. */
export type ScreenStatus = 'set-up' | 'waiting-for-trust' | 'asks' | 'retrying' | 'compacting' | 'busy' | 'idle' | null;

const TRUST = /trust (?:this folder|the files in this folder)|Is this a project you created or one you trust/iu;
const SET_UP =
  /Choose the text style|Select login method|Paste code here if prompted|Login successful|Security notes:/u;
const MENU = /^\s*❯\s*\d+\.\s/u;
const RETRYING = /Retrying in \d|attempt \d+\/\d+/iu;
const COMPACTING = /Compacting conversation/iu;
const INTERRUPTIBLE = /esc to interrupt/iu;
const PROMPT = /^\s*❯(?:\s|$)/u;
const RULE = /^[\s─]*─{10,}[\s─]*$/u;
/** Dialogs and the prompt stand at the end of what is shown. */
const LAST_ROWS = 24;
const BRAILLE = /^[\u2800-\u28FF]/u;
const RESTING = /^✳/u;

interface Shown {
  readonly rows: readonly string[];
  readonly title: string;
}

export function statusOfScreen({ rows, title }: Shown): ScreenStatus {
  const shown = rows.slice(0, rows.findLastIndex((row) => row.trim() !== '') + 1).slice(-LAST_ROWS);
  const text = shown.join('\n');
  const hasMenu = shown.some((row) => MENU.test(row));
  if (hasMenu && TRUST.test(text)) return 'waiting-for-trust';
  if (SET_UP.test(text) && !hasPrompt(shown)) return 'set-up';
  if (hasMenu && !hasPrompt(shown)) return 'asks';
  if (RETRYING.test(text)) return 'retrying';
  if (COMPACTING.test(text)) return 'compacting';
  if (INTERRUPTIBLE.test(text) || BRAILLE.test(title)) return 'busy';
  return hasPrompt(shown) || RESTING.test(title) ? 'idle' : null;
}

/** The field that a person writes into: a line with ❯ between two rules. */
function hasPrompt(rows: readonly string[]): boolean {
  const first = rows.findIndex((row, index) => PROMPT.test(row) && RULE.test(rows[index - 1] ?? ''));
  return first >= 0 && rows.slice(first + 1).some((row) => RULE.test(row));
}
