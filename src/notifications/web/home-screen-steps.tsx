/** How an iPhone or iPad gets notifications: as an app of the home screen alone. */
export function HomeScreenSteps() {
  return (
    <div className="flex flex-wrap items-start gap-5">
      <SharePicture />
      <ol className="max-w-[46ch] list-decimal pl-5 text-ink-soft">
        <li>Open this page in Safari.</li>
        <li>Tap Share, the square with the arrow, then Add to Home Screen.</li>
        <li>Open Warren from the home screen, sign in, and come back to this page.</li>
      </ol>
    </div>
  );
}

/** The button of Safari, as it is drawn there. */
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
