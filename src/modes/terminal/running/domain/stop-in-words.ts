/** Programs beyond this number are only counted. */
const MAX_NAMED = 5;

/**
 * Says in one line what happens to the programs in terminals when the server stops. `running`: a description of each,
 * at least one.
 */
export function stopInWords(running: readonly string[], { endsPrograms }: { readonly endsPrograms: boolean }): string {
  const isOne = running.length === 1;
  const named = running.slice(0, MAX_NAMED).join(', ');
  const more = running.length > MAX_NAMED ? ` and ${running.length - MAX_NAMED} more` : '';
  const count = isOne ? '1 terminal' : `${running.length} terminals`;
  return endsPrograms
    ? `${count} ${isOne ? 'ends' : 'end'} with Warren (WARREN_END_TERMINALS=1): ${named}${more}.`
    : `${count} ${isOne ? 'goes' : 'go'} on without Warren: ${named}${more}. "warren stop --terminals" ends ${isOne ? 'it' : 'them'}.`;
}
