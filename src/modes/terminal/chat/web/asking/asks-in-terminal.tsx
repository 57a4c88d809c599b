import { useEffect, useState } from 'react';

import { Button } from '#elements/web/button.tsx';

/** A question that the chat can answer comes a moment after the status, and goes a moment before it. */
const SHOWN_AFTER_MS = 1_500;

/** Something that only the terminal can answer, such as whether a folder is trusted. */
export function AsksInTerminal({ onTerminal }: { readonly onTerminal: () => void }) {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), SHOWN_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isShown) return null;
  return (
    <section
      aria-label="A question in the terminal"
      className="mx-auto mb-6 flex w-[calc(100%-32px)] max-w-[688px] flex-wrap items-center gap-2 rounded-medium border border-warn bg-warn-soft p-3 wide:w-[calc(100%-48px)] wide:max-w-[672px]"
    >
      <output className="mr-auto text-sm font-semibold">Claude Code waits for an answer in the terminal</output>
      <Button look="primary" onClick={onTerminal}>
        Show the terminal
      </Button>
    </section>
  );
}
