import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

import { CodeWords } from '#elements/web/text/code-words.tsx';

import type { WaitReason } from '../../client/live-client.ts';

const NAME = /\bSettings\b/;

/** Shown under the caret of a reply that waits for another attempt. A short wait is not shown. */
export function WaitNotice({ wait }: { readonly wait: WaitReason }) {
  const left = useSecondsLeft(wait);
  return (
    <output className="appear-late mt-2 block text-sm text-ink-soft">
      {wait.reason} <span className="sr-only">Trying again.</span>
      <span aria-hidden="true">{left > 0 ? `Trying again in ${left} s.` : 'Trying again.'}</span>
    </output>
  );
}

function useSecondsLeft(wait: WaitReason): number {
  const [seen, setSeen] = useState({ wait, left: Math.ceil(wait.retryInMs / 1_000) });
  if (seen.wait !== wait) setSeen({ wait, left: Math.ceil(wait.retryInMs / 1_000) });
  useEffect(() => {
    const timer = setInterval(() => setSeen((before) => ({ ...before, left: Math.max(0, before.left - 1) })), 1_000);
    return () => clearInterval(timer);
  }, [wait]);
  return seen.left;
}

/** A text in which the word Settings links to the settings of models. */
export function WithSettingsLink({ text }: { readonly text: string }) {
  const found = NAME.exec(text);
  if (!found) return <CodeWords text={text} />;
  return (
    <>
      <CodeWords text={text.slice(0, found.index)} />
      <Link to="/settings/models" className="text-accent-text underline underline-offset-2">
        {found[0]}
      </Link>
      <CodeWords text={text.slice(found.index + found[0].length)} />
    </>
  );
}
