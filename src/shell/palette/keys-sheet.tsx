import { Dialog } from '#elements/web/dialog.tsx';
import { type PageKey, shownKeys, useKnownKeys, useOfferedActions } from '#elements/web/page/page-actions.ts';

const EVERYWHERE: readonly PageKey[] = [
  { keys: 'Ctrl/Cmd-K', does: 'go to, find, begin' },
  { keys: 'Ctrl/Cmd-Shift-K', does: 'add a source' },
  { keys: 'Ctrl/Cmd-Enter', does: 'add what is written for a source' },
  { keys: 'Ctrl/Cmd-Z', does: 'undo the last change' },
  { keys: '?', does: 'show these keys' },
  { keys: 'Escape', does: 'close what is open' },
];

/** All keys of the open page, and those of every page. */
export function KeysSheet({ onClose }: { readonly onClose: () => void }) {
  const actions = useOfferedActions().flatMap(({ label, keys }) =>
    keys === undefined ? [] : [{ keys: shownKeys(keys), does: label.charAt(0).toLowerCase() + label.slice(1) }],
  );
  const here = [...actions, ...useKnownKeys()];
  return (
    <Dialog title="Keys" description="Of this page, and of every page." onClose={onClose}>
      {here.length > 0 ? (
        <Keys heading="Here" keys={here} />
      ) : (
        <p className="mt-4 text-sm text-ink-soft">This page has no keys of its own.</p>
      )}
      <Keys heading="Everywhere" keys={EVERYWHERE} />
    </Dialog>
  );
}

function Keys({ heading, keys }: { readonly heading: string; readonly keys: readonly PageKey[] }) {
  return (
    <section className="mt-4">
      <h3 className="mb-1 text-sm font-semibold text-ink-soft">{heading}</h3>
      <dl className="grid grid-cols-[minmax(max-content,10rem)_1fr] gap-x-4 gap-y-1.5 text-sm max-wide:grid-cols-[minmax(0,9rem)_1fr]">
        {keys.map(({ keys: pressed, does }) => (
          <div key={`${pressed} ${does}`} className="contents">
            <dt>
              <kbd className="font-sans">{pressed}</kbd>
            </dt>
            <dd className="text-ink-soft">{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
