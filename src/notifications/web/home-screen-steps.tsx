import { useEffect, useState } from 'react';

import { storedText } from '#elements/web/page/stored.ts';

const shown = storedText('localStorage', 'warren.home-screen-steps');

/**
 * Steps for an iPhone or iPad, which gets notifications only as an app of the home screen. Open the first time, then
 * folded.
 */
export function HomeScreenSteps() {
  const [isOpen] = useState(() => shown.read() === null);
  useEffect(() => void shown.write('shown'), []);
  return (
    <>
      <p className="max-w-[62ch] text-ink-soft">
        iPhones and iPads let a page notify you only as an app on the home screen.
      </p>
      <details open={isOpen} className="mt-2">
        <summary className="cursor-pointer py-1.5">Add Warren to the home screen</summary>
        <div className="mt-2 flex flex-wrap items-start gap-5">
          <SharePicture />
          <ol className="max-w-[46ch] list-decimal pl-5 text-ink-soft">
            <li>Open this page in Safari.</li>
            <li>Tap Share, the square with the arrow, then Add to Home Screen.</li>
            <li>Open Warren from the home screen, sign in, and come back to this page.</li>
          </ol>
        </div>
      </details>
    </>
  );
}

/** The share icon, as Safari draws it. */
const SharePicture = () => (
  <svg viewBox="0 0 48 48" className="size-14 shrink-0 text-accent-text" aria-hidden="true">
    <rect x="1" y="1" width="46" height="46" rx="10" fill="none" stroke="currentColor" opacity="0.3" />
    <path
      d="M18 20h-4v17h20V20h-4M24 29V9m-6 6 6-6 6 6"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.4"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
);
