import { useQueries, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

import { preferencesQuery } from '#account/web/queries.ts';
import { dayOf } from '#day/domain/day.ts';
import { Button } from '#elements/web/button.tsx';
import { focusIfNone } from '#elements/web/focus/focus-if-none.ts';
import { PageHeading } from '#elements/web/page/page-heading.tsx';
import { Card, Page } from '#elements/web/page/page.tsx';
import { QuietLoading } from '#elements/web/page/quiet-loading.tsx';
import { ProblemNotice } from '#elements/web/problem-notice.tsx';
import { dayAndTime } from '#elements/web/text/day-and-time.ts';
import { dayName } from '#elements/web/text/day-name.ts';
import { messageOf } from '#http-client/web/api.ts';
import { LocalOffer } from '#language-model/web/local/local-offer.tsx';
import { localServersQuery } from '#language-model/web/queries.ts';
import type { SessionSummary } from '#session/protocol.ts';
import { Contributed, useContributed } from '#session/web/contribution/contributed.tsx';
import { ModeIcon } from '#session/web/contribution/mode-icon.tsx';
import type { TodayCard } from '#session/web/contribution/today-part.ts';
import { sessionPath } from '#session/web/session-path.ts';
import { sessionsQuery } from '#session/web/session-queries.ts';

import { useTodayParts } from './use-today-parts.ts';

const WHOLE = '@min-[800px]:col-span-12';

const MAX_SHOWN = 6;

/** Ready sets, unfinished sessions, and the parts of the slices. */
export function TodayPage() {
  const read = useQuery(sessionsQuery);
  const { data: sessions } = read;
  const preferences = useQuery(preferencesQuery);
  const parts = useTodayParts();
  const unread = [preferences, read, ...parts].filter(({ data }) => data === undefined);
  const failed = unread.find(({ error }) => error !== null);
  if (failed?.error)
    return (
      <Page>
        <PageHeading title="Today" />
        <ProblemNotice
          message={messageOf(failed.error)}
          onRetry={() => {
            for (const { refetch } of unread) void refetch();
          }}
        />
      </Page>
    );
  if (unread.length > 0 || !preferences.data) return <QuietLoading />;
  const open = sessions?.filter(({ status }) => status !== 'complete') ?? [];
  const views = parts.map(({ part, data }) => part.view(data, open.length > 0));
  const beginnings = views.flatMap(({ firstStart }) => firstStart ?? []);
  if (beginnings.length > 0 && beginnings.length === views.length && sessions?.length === 0)
    return (
      <Welcome
        sentences={beginnings.flatMap(({ sentence }) => sentence ?? [])}
        cards={beginnings.flatMap((beginning) => beginning.cards)}
      />
    );
  const idle = new Set(views.flatMap((view) => view.idle ?? []));
  const waiting = open.filter(({ needsYou }) => needsYou);
  const underWay = open.filter(({ needsYou, session }) => !needsYou && !idle.has(session));
  const first = new Set(views.flatMap((view) => view.first ?? []));
  const isReady = first.size > 0 || parts.some(({ part, data }) => part.ready(data).count > 0);
  const hasPrimary = views.some((view) => view.hasPrimary);
  const sentences = [
    ...views.flatMap(({ sentence }) => sentence ?? []),
    ...(waiting.length > 0
      ? [waiting.length === 1 ? 'One session waits for you.' : `${waiting.length} sessions wait for you.`]
      : []),
  ];
  return (
    <Page>
      <PageHeading title="Today">{dayName(dayOf(preferences.dataUpdatedAt, preferences.data))}</PageHeading>
      {sentences.length > 0 && <p className="mt-1.5 text-ink-soft">{sentences.join(' ')}</p>}
      {!isReady && <Beginnings />}
      <TodayCards
        cards={views.flatMap((view) => view.cards)}
        waiting={
          waiting.length > 0 && {
            title: 'Waits for you',
            content: <Sessions sessions={waiting} hasPrimary={!hasPrimary} />,
          }
        }
        underWay={
          underWay.length > 0 && {
            title: 'Where you left off',
            content: <Sessions sessions={underWay} first={first} hasPrimary={!hasPrimary && waiting.length === 0} />,
          }
        }
      />
    </Page>
  );
}

/** Buttons that begin something, for a day on which nothing is due. */
function Beginnings() {
  const buttons = useContributed(({ begin }) => begin && { Component: begin });
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      <Contributed parts={buttons} props={{}} />
    </div>
  );
}

interface TodayCardsProps {
  readonly cards: readonly TodayCard[];
  readonly waiting: TodayCard | false;
  readonly underWay: TodayCard | false;
}

const ROW = '@min-[960px]:col-span-12';

/** Ready items at the left; at the right what waits, what is finished and what is under way; then full rows. */
function TodayCards({ cards, waiting, underWay }: TodayCardsProps) {
  const at = (place: TodayCard['place']) => cards.filter((card) => card.place === place);
  const left = at('first');
  const right = [waiting, ...at('beside'), underWay].filter((card) => card !== false);
  const isShared = left.length > 0 && right.length > 0;
  const column = (shown: readonly TodayCard[], width: string) =>
    shown.length > 0 && (
      <div className={`grid min-w-0 gap-4 ${isShared ? width : ROW}`}>
        {shown.map((card) => (
          <Card key={card.title} title={card.title} hint={card.hint}>
            {card.content}
          </Card>
        ))}
      </div>
    );
  return (
    <div className="@container mt-6">
      <div className="grid gap-4 @min-[960px]:grid-cols-12">
        {column(left, '@min-[960px]:col-span-7')}
        {column(right, '@min-[960px]:col-span-5')}
        {at(undefined).map((card) => (
          <Card key={card.title} title={card.title} hint={card.hint} className={ROW}>
            {card.content}
          </Card>
        ))}
      </div>
    </div>
  );
}

interface SessionsProps {
  readonly sessions: readonly SessionSummary[];
  /** Sessions that are shown before the others. */
  readonly first?: ReadonlySet<string>;
  /** The first of them has the primary button of the page. */
  readonly hasPrimary: boolean;
}

/** Unfinished sessions to continue. */
function Sessions({ sessions, first, hasPrimary }: SessionsProps) {
  const navigate = useNavigate();
  const rank = ({ session }: SessionSummary) => (first?.has(session) ? 1 : 0);
  const shown = sessions
    .toSorted((one, other) => rank(other) - rank(one) || other.updatedAt - one.updatedAt)
    .slice(0, MAX_SHOWN);
  return (
    <ul>
      {shown.map(({ session, mode, title, lastLine, needsYou, updatedAt }, index) => (
        <li key={session} className="flex items-center gap-3.5 border-t border-line py-2.5 first:border-t-0">
          <span
            aria-hidden="true"
            data-mark={needsYou ? 'strong' : 'hollow'}
            className={`size-2 shrink-0 rounded-full ${needsYou ? 'bg-warn' : 'bg-line-strong'}`}
          />
          <ModeIcon mode={mode} among={sessions} />
          <div className="min-w-0 flex-1">
            <div id={`left-${session}`} dir="auto" className="truncate text-left">
              {title}
            </div>
            <div className="line-clamp-2 text-sm text-ink-faint wide:line-clamp-1">
              <bdi>{lastLine}</bdi>
              {lastLine !== '' && ', '}
              {dayAndTime(updatedAt)}
            </div>
          </div>
          <Button
            {...(hasPrimary && index === 0 && { ref: focusIfNone })}
            look={hasPrimary && index === 0 ? 'primary' : 'outlined'}
            aria-describedby={`left-${session}`}
            onClick={() => void navigate({ to: sessionPath(session) })}
          >
            {needsYou ? 'Answer' : 'Continue'}
          </Button>
        </li>
      ))}
    </ul>
  );
}

interface WelcomeProps {
  readonly sentences: readonly string[];
  readonly cards: readonly TodayCard[];
}

/** Today before the first session: what Warren is, how to begin, and last the offer of a model. */
function Welcome({ sentences, cards }: WelcomeProps) {
  const hasModel = useHasModel();
  // The first two are side by side.
  const isShared = cards.length > 1;
  return (
    <Page>
      <PageHeading title="Welcome to Warren" />
      <p className="mt-1.5 max-w-[62ch] text-ink-soft">
        {sentences.join(' ')}
        {hasModel === false && ' Everything stays on this machine.'}
      </p>
      <div className="@container mt-6">
        <div className="grid gap-4 @min-[800px]:grid-cols-12">
          {cards.map(({ title, content }, index) => (
            <Card key={title} title={title} className={index < 2 ? widthOf(isShared, index === 0) : WHOLE}>
              {content}
            </Card>
          ))}
          {hasModel === false && <ModelOffers />}
        </div>
      </div>
    </Page>
  );
}

function widthOf(isShared: boolean, isFirst: boolean): string {
  if (!isShared) return WHOLE;
  return isFirst ? '@min-[800px]:col-span-7' : '@min-[800px]:col-span-5';
}

const OFFER =
  'flex flex-wrap items-center gap-x-4 gap-y-2 rounded-medium border border-line bg-surface px-4 py-4 wide:px-5 @min-[800px]:col-span-12';

/** The models that run on this machine, or how to set one up. Renders nothing until that is known. */
function ModelOffers() {
  const navigate = useNavigate();
  const { data: servers = [], isPending } = useQuery(localServersQuery);
  const setUp = (words: string, look?: 'quiet') => (
    <Button {...(look && { look })} onClick={() => void navigate({ to: '/settings/models' })}>
      {words}
    </Button>
  );
  if (isPending) return null;
  if (servers.length > 0)
    return servers.map((server, index) => (
      <section key={server.id} aria-label={server.name} className={OFFER}>
        <LocalOffer server={server} heading="h2">
          {index === 0 && setUp('Set up another', 'quiet')}
        </LocalOffer>
      </section>
    ));
  return (
    <section aria-labelledby="model-offer" className={OFFER}>
      <div className="min-w-[min(100%,200px)] flex-1">
        <h2 id="model-offer">No language model is set up</h2>
        <p className="text-sm text-ink-faint">
          Warren asks and listens by itself. With a key, or with Ollama on this machine, it talks like a tutor.
        </p>
      </div>
      {setUp('Set up a model')}
    </section>
  );
}

/** Whether any role has a model; undefined until that is known. */
function useHasModel(): boolean | undefined {
  const answers = useQueries({ queries: useContributed(({ agents }) => agents) });
  if (answers.some(({ data }) => data === undefined)) return undefined;
  return answers.flatMap(({ data }) => data ?? []).some(({ embedded }) => !embedded);
}
