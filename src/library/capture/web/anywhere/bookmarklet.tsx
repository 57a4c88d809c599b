import { useCallback, useState } from 'react';

import { Button } from '#elements/web/button.tsx';

const MAX_SELECTED = 100_000;

/**
 * Runs on any page: opens Warren with the page's address, title and selection. Warren keeps them only if the person
 * confirms.
 */
const scriptFor = (origin: string) =>
  `javascript:(()=>{const p=new URLSearchParams({url:location.href,title:document.title,` +
  `text:String(getSelection()).slice(0,${MAX_SELECTED})});` +
  `open(${JSON.stringify(`${origin}/capture#`)}+p,'_blank','noopener,width=560,height=760')})()`;

/** A bookmark that sends the current page of a browser to Warren. */
export function Bookmarklet() {
  const [said, setSaid] = useState('');
  const script = scriptFor(location.origin);
  const link = useCallback(
    (element: HTMLAnchorElement) => {
      // React removes addresses that are scripts.
      element.setAttribute('href', script);
      const explain = (event: Event) => {
        event.preventDefault();
        setSaid('Drag it to your bookmarks bar, then press it there on another page.');
      };
      element.addEventListener('click', explain);
      return () => element.removeEventListener('click', explain);
    },
    [script],
  );
  const copy = () => {
    navigator.clipboard.writeText(script).then(
      () => setSaid('Copied. Make a bookmark with this as its address.'),
      () => setSaid('The browser did not allow copying.'),
    );
  };
  return (
    <>
      <p className="mb-3 max-w-[62ch] text-ink-soft">
        Drag this to your bookmarks bar. On any page it opens Warren with the page, or with the words that you have
        selected there. Nothing is kept before you press Keep.
      </p>
      <div className="flex flex-wrap items-center gap-3">
        {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid -- `link` sets its address */}
        <a
          ref={link}
          className="inline-flex min-h-[34px] items-center rounded-small border border-line-strong bg-surface px-3.5 font-medium"
        >
          Keep in Warren
        </a>
        {/* Only a secure origin has access to the clipboard. */}
        {'clipboard' in navigator && (
          <Button look="quiet" onClick={copy}>
            Copy its address
          </Button>
        )}
      </div>
      <output className="mt-1 block min-h-6 text-sm text-ink-faint">{said}</output>
    </>
  );
}
