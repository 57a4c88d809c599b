import { count } from '#elements/web/text/figures.ts';

import type { PasteResult } from '../../protocol.ts';

const MAX_SHOWN = 100;

/** Lists the lines that could not be read, with reasons. Nothing was added yet. */
export function BrokenLines({ result }: { readonly result: PasteResult }) {
  const { broken, readable } = result;
  const lines = broken.length === 1 ? 'One line' : `${broken.length} lines`;
  return (
    <div role="alert" className="rounded-small border border-line bg-sunken p-3 text-sm">
      <p className="font-medium">
        {lines} cannot be read, so nothing was added.{' '}
        {readable > 0
          ? `Mend ${broken.length === 1 ? 'it' : 'them'} above, or add the other ${count(readable, 'point')}.`
          : `Mend ${broken.length === 1 ? 'it' : 'them'} above.`}
      </p>
      {/* A list that scrolls is reached by the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul tabIndex={0} aria-label="Broken lines" className="mt-2 max-h-40 overflow-y-auto">
        {broken.slice(0, MAX_SHOWN).map(({ line, text, message }) => (
          <li key={line} className="border-t border-line py-1.5">
            <span className="text-bad">{`Line ${line}: ${message}`}</span>
            <span className="block truncate text-ink-faint">{text}</span>
          </li>
        ))}
      </ul>
      {broken.length > MAX_SHOWN && <p className="mt-1 text-ink-faint">{`And ${broken.length - MAX_SHOWN} more.`}</p>}
    </div>
  );
}
