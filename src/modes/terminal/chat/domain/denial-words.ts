/**
 * Claude Code's own words for a call that the person refused. The model and the reader of transcripts depend on them.
 */
const REJECTED = "The user doesn't want to proceed with this tool use.";
const TOLD = 'To tell you how to proceed, the user said:';

export function denialInWords(message = ''): string {
  const words = message.trim();
  return words === '' ? `${REJECTED} The tool use was rejected.` : `${REJECTED} ${TOLD}\n${words}`;
}

export const isDenial = (output: string): boolean => output.startsWith(REJECTED.slice(0, -1));

/** The words that the person added to a denial; empty if there are none. */
export function saidWithDenial(output: string): string {
  const at = output.indexOf(TOLD);
  return at < 0 ? '' : output.slice(at + TOLD.length).trim();
}
