import { count } from '#elements/web/text/figures.ts';

import type { Paste } from '../../domain/paste/read-paste.ts';

const MAX_SHOWN = 100;

/** The points that a pasted text becomes, before they are added. */
export function PastePreview({ points, broken }: Paste) {
  if (points.length === 0 && broken.length === 0) return null;
  return (
    <section aria-label="Preview" className="rounded-small border border-line bg-sunken p-3 text-sm">
      <output className="block font-medium">{count(points.length, 'point')}</output>
      {points.length > 0 && (
        // A list that scrolls is reached by the keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <ol tabIndex={0} aria-label="Points to add" className="mt-2 max-h-[28dvh] overflow-y-auto">
          {points.slice(0, MAX_SHOWN).map(({ text, context, line }, index) => (
            <li key={line} className="border-t border-line py-1.5">
              {context !== '' && context !== points[index - 1]?.context && (
                <span dir="auto" className="block text-xs text-ink-faint">
                  {context}
                </span>
              )}
              <span dir="auto" className="block [overflow-wrap:anywhere]">
                {text}
              </span>
            </li>
          ))}
        </ol>
      )}
      {points.length > MAX_SHOWN && <p className="mt-1 text-ink-faint">{`And ${points.length - MAX_SHOWN} more.`}</p>}
      {broken.length > 0 && <BrokenLines broken={broken} />}
    </section>
  );
}

/** The lines that cannot be read, with reasons. */
function BrokenLines({ broken }: Pick<Paste, 'broken'>) {
  return (
    <>
      <p className="mt-2 font-medium">{`${count(broken.length, 'line')} cannot be read`}</p>
      {/* A list that scrolls is reached by the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul tabIndex={0} aria-label="Broken lines" className="mt-1 max-h-[20dvh] overflow-y-auto">
        {broken.slice(0, MAX_SHOWN).map(({ line, text, message }) => (
          <li key={line} className="border-t border-line py-1.5">
            <span className="text-bad">{`Line ${line}: ${message}`}</span>
            <span className="block truncate text-ink-faint">{text}</span>
          </li>
        ))}
      </ul>
      {broken.length > MAX_SHOWN && <p className="mt-1 text-ink-faint">{`And ${broken.length - MAX_SHOWN} more.`}</p>}
    </>
  );
}
