import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';

import { giveTyped } from '#elements/web/focus/typed-ahead.ts';
import { PageHeading } from '#elements/web/page/page-heading.tsx';
import { Page } from '#elements/web/page/page.tsx';
import { QuietLoading } from '#elements/web/page/quiet-loading.tsx';
import { assert } from '#kernel/assert.ts';
import { usePageComposition } from '#session/web/contribution/page-composition.ts';
import { useSession } from '#session/web/use-session.ts';

/** A session of any mode, shown by the screen of its mode. */
export function SessionPage({ sessionId }: { readonly sessionId: string }) {
  const { modes } = usePageComposition();
  const view = useSession(sessionId);
  const { state, problem } = view;
  const takesNothing = problem !== null || state?.status === 'complete';
  useEffect(() => {
    if (takesNothing) giveTyped();
  }, [takesNothing]);
  if (problem)
    return (
      <Page>
        <PageHeading
          title={problem.kind === 'not-found' ? 'There is no such session' : 'This session cannot be shown'}
        />
        <p className="mt-1.5 text-ink-soft">
          {problem.kind === 'not-found' ? 'The address may be old, or only a part of it was copied.' : problem.message}{' '}
          <Link to="/" className="text-accent-text underline underline-offset-2">
            Go to Today
          </Link>
        </p>
      </Page>
    );
  if (!state) return <QuietLoading />;
  const screen = modes[state.mode]?.screen;
  assert(screen, 'no session begins with a mode that only exists inside another');
  return <screen.Component view={{ ...view, state }} />;
}
