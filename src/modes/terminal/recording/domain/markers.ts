/** Labels of the markers that Warren writes into a recording. The player shows them as they are. */
export const CUT_LABEL = 'The recording ends here: it reached its size limit';
export const CONTINUED_LABEL = 'Warren was restarted here';

/** Why a part of the output is missing. */
export type StopReason = 'disk-full' | 'write-failed';

const BECAUSE: Record<StopReason, string> = {
  'disk-full': 'the disk was full',
  'write-failed': 'the recording could not be written',
};

export function gapLabel(reason: StopReason): string {
  return `Output is missing here: ${BECAUSE[reason]}`;
}
