import { Link, useParams } from '@tanstack/react-router';

import { PageHeading } from '#elements/web/page/page-heading.tsx';
import { Page } from '#elements/web/page/page.tsx';
import { QuietLoading } from '#elements/web/page/quiet-loading.tsx';
import { assert } from '#kernel/assert.ts';
import { webModes } from '#modes/web-modes.ts';
import type { WebMode } from '#session/web/mode-screen.ts';
import { useSession } from '#session/web/use-session.ts';

/** A session of any mode, by the screen of its mode. */
export function SessionPage() {
  const { sessionId } = useParams({ from: '/session/$sessionId' });
  const view = useSession(sessionId);
  const { state, problem } = view;
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
  const { screen: Screen }: WebMode = webModes[state.mode];
  assert(Screen, 'no session begins with a mode that is only ever inside another');
  return <Screen.Component view={{ ...view, state }} />;
}
