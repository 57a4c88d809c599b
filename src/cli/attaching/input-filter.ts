/** Ctrl-\, as a byte and as the kitty keyboard protocol sends it. */
// oxlint-disable-next-line no-control-regex
const LEAVES = /\u001C|\u001B\[92;5u/u;

/**
 * Answers of the person's own terminal to what programs ask: device attributes, reports of modes, colours, places and
 * sizes. The server's screen has answered already. `ESC [ 1 ; 2 R` and its like are F3 with a modifier, not a place.
 */
const ANSWERS =
  // oxlint-disable-next-line no-control-regex
  /\u001B\[(?:[?>][\d;]*\$?[cnuyR]|0n|(?!1;[2-8]R)\d+;\d+R|[4689];\d+;\d+t)|\u001B\](?:4|1[0-2]|52);[^\u0007\u001B]*(?:\u0007|\u001B\\)|\u001BP[^\u001B]*\u001B\\/gu;

/** The beginning of a terminal's answer. No key ends so but Alt with `[`, `]` or `P`, which waits for the next one. */
// oxlint-disable-next-line no-control-regex
const UNFINISHED = /\u001B(?:\[[?>\d;$]*|\]\d{0,2}(?:;[^\u0007\u001B]*\u001B?)?|P(?:[>01!][^\u001B]*\u001B?)?)$/u;

/** Keeps what the person typed and drops the answers that their terminal sends by itself. */
export class InputFilter {
  #held = '';

  /** `leaves`: the person wants to leave; `text` is what they typed before that. Characters are bytes. */
  take(bytes: string): { readonly text: string; readonly leaves: boolean } {
    const all = (this.#held + bytes).replaceAll(ANSWERS, '');
    const leaving = LEAVES.exec(all);
    if (leaving) return { text: all.slice(0, leaving.index), leaves: true };
    const end = UNFINISHED.exec(all)?.index ?? all.length;
    this.#held = all.slice(end);
    return { text: all.slice(0, end), leaves: false };
  }
}
