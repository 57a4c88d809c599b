import { useNavigate } from '@tanstack/react-router';
import { Compass } from 'lucide-react';

import { Button } from '#elements/web/button.tsx';
import { loadOnce } from '#elements/web/page/load-once.tsx';
import { AGENTS_KEY } from '#session/web/contribution/contribution.ts';
import { pageRoute } from '#session/web/contribution/page-route.tsx';
import type { AlternateMode, InnerMode } from '#session/web/inner/inner-mode.ts';
import { InnerModeContext } from '#session/web/inner/inner-session.tsx';
import type { ModeScreenProps, WebMode } from '#session/web/mode-screen.ts';

import { foldExplore } from '../asking/domain/explore-fold.ts';
import { fetchExploreAgents } from '../asking/web/queries.ts';

interface ExploreOnPageParts {
  /** The mode that can be entered inside a session. */
  readonly inner: InnerMode;
  /** The mode that the person can switch to. */
  readonly drafts: AlternateMode;
}

const place = { to: '/explore', label: 'Explore', icon: Compass };

function ExploreAQuestion() {
  const navigate = useNavigate();
  return <Button onClick={() => void navigate({ to: place.to })}>Explore a question</Button>;
}

export function exploreOnPage({ inner, drafts }: ExploreOnPageParts): WebMode {
  return {
    domain: { fold: foldExplore },
    screen: loadOnce(async () => {
      const [{ ExploreSession }, Provider, Drafts] = await Promise.all([
        import('../asking/web/session/explore-session.tsx'),
        inner.loadProvider(),
        drafts.loadProvider(),
      ]);
      const hosted = { Provider };
      return ({ view }: ModeScreenProps) => (
        <InnerModeContext value={hosted}>
          <ExploreSession view={view} Alternate={Drafts} />
        </InnerModeContext>
      );
    }),
    place,
    begin: ExploreAQuestion,
    palette: loadOnce(async () => (await import('./explore-palette.tsx')).ExplorePalette),
    sourceActions: loadOnce(async () => (await import('../asking/web/start/explore-source.tsx')).ExploreSource),
    passageAction: loadOnce(async () => (await import('../asking/web/start/explore-source.tsx')).ExplorePassage),
    checkedSourcesAction: loadOnce(async () => (await import('../asking/web/start/explore-source.tsx')).ExploreChecked),
    agents: { queryKey: [AGENTS_KEY, 'explore'], queryFn: fetchExploreAgents, staleTime: Infinity },
    messageAction: loadOnce(async () => (await import('./message-actions.tsx')).ExploreMessageActions),
    madeOfSource: loadOnce(async () => (await import('../citing/web/citing-sessions.tsx')).CitingSessions),
    routes: [
      pageRoute(
        place.to,
        loadOnce(async () => (await import('../asking/web/start/start-page.tsx')).StartPage),
      ),
    ],
  };
}
