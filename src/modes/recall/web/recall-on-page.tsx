import { RotateCcw } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';

import { loadOnce } from '#elements/web/page/load-once.tsx';
import { AGENTS_KEY } from '#session/web/contribution/contribution.ts';
import { pageRoute } from '#session/web/contribution/page-route.tsx';
import type { InnerMode } from '#session/web/inner/inner-mode.ts';
import { InnerModeContext } from '#session/web/inner/inner-session.tsx';
import type { ModeScreenProps, WebMode } from '#session/web/mode-screen.ts';

import { foldRecall } from '../asking/domain/recall-fold.ts';
import { fetchAgents } from '../asking/web/queries.ts';
import {
  MakePointsAnywhere,
  openPointsOfSession,
  preloadMakePoints,
} from '../sets/web/from-source/make-points-anywhere.tsx';
import { setsQuery, todayQuery } from '../sets/web/queries.ts';
import { recallSeen, seenRecallSession } from './seen-recall.ts';
import { NewSet, recallToday } from './today/recall-today.tsx';

interface RecallOnPageParts {
  /** The mode that can be entered inside a session. */
  readonly inner: InnerMode;
  readonly loadPreferences: () => Promise<ComponentType<{ readonly children: ReactNode }>>;
}

const place = { to: '/recall', label: 'Recall', inBar: 'Recall', icon: RotateCcw };

export function recallOnPage({ inner, loadPreferences }: RecallOnPageParts): WebMode {
  return {
    domain: { fold: foldRecall },
    screen: loadOnce(async () => {
      const [{ SessionScreen }, Provider] = await Promise.all([import('./session-screen.tsx'), inner.loadProvider()]);
      const hosted = { Provider };
      return ({ view }: ModeScreenProps) => (
        <InnerModeContext value={hosted}>
          <SessionScreen view={view} />
        </InnerModeContext>
      );
    }),
    place,
    routes: [
      pageRoute(
        place.to,
        loadOnce(async () => (await import('./set-list.tsx')).SetList),
      ),
      pageRoute(
        '/recall/proposed',
        loadOnce(async () => (await import('./set-list.tsx')).SetListWithProposed),
      ),
      pageRoute(
        '/recall/ask/$pointId',
        loadOnce(async () => (await import('./ask-point.tsx')).AskPoint),
      ),
      pageRoute(
        '/recall/$setId',
        loadOnce(async () => {
          const [{ SetPage }, SubjectLink] = await Promise.all([
            import('./set-page/set-page.tsx'),
            inner.loadSubjectLink(),
          ]);
          return ({ setId }: { readonly setId: string }) => (
            <SetPage
              setId={setId}
              besideSessions={<SubjectLink subjectId={setId} to={`/recall/${setId}/tangents`} />}
            />
          );
        }),
      ),
      pageRoute(
        '/recall/$setId/tangents',
        loadOnce(async () => {
          const SubjectPage = await inner.loadSubjectPage();
          return ({ setId }: { readonly setId: string }) => (
            <SubjectPage subjectId={setId} subjectPath={`/recall/${setId}`} subjectNoun="set" place={place} />
          );
        }),
      ),
      pageRoute(
        '/recall/statistics',
        loadOnce(async () => (await import('../statistics/web/statistics-page.tsx')).StatisticsPage),
      ),
    ],
    links: [{ to: '/recall/statistics', label: 'Statistics' }],
    settings: [
      {
        to: '/settings/recall',
        label: 'Recall',
        page: loadOnce(async () => {
          const [{ RecallSettingsPage }, Preferences] = await Promise.all([
            import('./recall-settings-page.tsx'),
            loadPreferences(),
          ]);
          return () => <RecallSettingsPage Preferences={Preferences} />;
        }),
      },
    ],
    palette: loadOnce(async () => (await import('./recall-palette.tsx')).RecallPalette),
    finds: [{ heading: 'Points', find: async (typed) => (await import('./find-points.ts')).findPoints(typed) }],
    today: recallToday,
    seen: recallSeen,
    seenSession: seenRecallSession,
    begin: NewSet,
    sourceActions: loadOnce(async () => (await import('../sets/web/from-source/make-points-dialog.tsx')).MakePoints),
    madeOfSource: loadOnce(async () => (await import('../sets/web/from-source/made-of-source.tsx')).MadeOfSource),
    messageAction: loadOnce(async () => (await import('../sets/web/from-source/points-of-words.tsx')).PointsOfMessage),
    selectionAction: loadOnce(
      async () => (await import('../sets/web/from-source/points-of-words.tsx')).PointsOfSelection,
    ),
    passageAction: loadOnce(async () => (await import('../sets/web/from-source/points-of-words.tsx')).PointOfPassage),
    textAction: loadOnce(async () => (await import('../sets/web/from-source/points-of-words.tsx')).PointsOfText),
    rememberSession: openPointsOfSession,
    everywhere: { Component: MakePointsAnywhere, preload: preloadMakePoints },
    agents: { queryKey: [AGENTS_KEY], queryFn: fetchAgents, staleTime: Infinity },
    staleAfter: (changed, before) =>
      before?.status === changed.status && !changed.needsYou ? [] : [todayQuery.queryKey, setsQuery.queryKey],
  };
}
