import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { EmptyState } from '#elements/web/page/empty-state.tsx';
import { type PageKey, usePageKeys } from '#elements/web/page/page-actions.ts';
import { HEADING, PageHeading } from '#elements/web/page/page-heading.tsx';
import { Page } from '#elements/web/page/page.tsx';
import { QueryState } from '#elements/web/page/query-state.tsx';
import { api } from '#http-client/web/api.ts';
import { overviewQuery } from '#library/sources/web/queries.ts';
import { useSamples } from '#library/sources/web/use-samples.ts';
import type { Bucket } from '#library/storage/protocol.ts';
import { LIBRARY_KEY } from '#library/storage/web/library-query.ts';
import { Composer, type ComposerHandle } from '#session/web/composer/composer.tsx';
import { useStrayTyping } from '#session/web/conversation/use-stray-typing.ts';
import { sessionPath } from '#session/web/session-path.ts';
import { sessionsQuery } from '#session/web/session-queries.ts';

import type { SuggestedQuestion, SuggestedQuestionsAnswer, Voice } from '../../../protocol.ts';
import { searchMentions } from '../session/use-source-mentions.ts';
import { useBeginExplore } from '../use-begin-explore.ts';
import { VoiceChooser } from '../voice/voice-chooser.tsx';
import { ChosenSources, type Pin } from './chosen-sources.tsx';

const NO_ACTIONS = [] as const;
const KEYS: readonly PageKey[] = [
  { keys: 'Enter', does: 'ask' },
  { keys: 'Shift-Enter', does: 'begin a new line' },
  { keys: '@', does: 'pin a source' },
];
/** The key of the unsent question. It cannot be a session id. */
const DRAFT = 'explore-start';

/** The start of an exploration: a question, over a bucket, pins or everything. Below it are the latest explorations. */
export function StartPage() {
  const read = useQuery(overviewQuery);
  const { data: library } = read;
  const composer = useRef<ComposerHandle>(null);
  const [voice, setVoice] = useState<Voice>();
  const [chosenBucket, setBucket] = useState<string | null>(null);
  const [pins, setPins] = useState<readonly Pin[]>([]);
  const { begin, isBeginning } = useBeginExplore();
  useStrayTyping(composer);
  usePageKeys(KEYS);
  const bucket = library?.buckets.find(({ id }) => id === chosenBucket) ?? null;
  const bucketId = bucket?.id ?? null;
  const { data: questions = [], isPending } = useQuery(questionsQuery(bucketId));
  const ask = (question: string) => {
    const onError = () => composer.current?.restore(question);
    if (isBeginning) onError();
    else begin({ question, bucketId, manualSourceIds: pins.map(({ id }) => id), voice }, { onError });
  };
  const mentions = useMemo(
    () => ({
      label: 'Sources to pin',
      search: searchMentions,
      onChoose: ({ id, title }: Pin) => setPins((before) => withPin(before, { id, title })),
    }),
    [],
  );
  const isEmpty = library?.counts.all === 0;
  return (
    <Page width="reading">
      <PageHeading title="Explore" className={`${HEADING} wide:pt-10`}>
        What are you thinking about?
      </PageHeading>
      <div className="mt-4">
        <Composer
          isInPage
          ref={composer}
          draft={DRAFT}
          label="Your question"
          placeholder="Ask, or name an angle"
          note=""
          actions={NO_ACTIONS}
          isAnswering={false}
          sendLook={isEmpty ? 'outlined' : 'primary'}
          mentions={mentions}
          onSay={ask}
          onStop={() => undefined}
          tool={
            library &&
            !isEmpty && (
              <ChosenSources
                library={library}
                bucket={bucket}
                pins={pins}
                onBucket={setBucket}
                onPin={(pin, isPinned) =>
                  setPins(isPinned ? withPin(pins, pin) : pins.filter(({ id }) => id !== pin.id))
                }
              />
            )
          }
        />
      </div>
      <QueryState of={read} />
      {isEmpty && <NoSources />}
      {library && !isEmpty && (
        <>
          <div className="mt-3 max-w-[320px] empty:hidden">
            <VoiceChooser voice={voice} onChoose={setVoice} />
          </div>
          <Questions questions={questions} bucket={bucket} onAsk={ask} />
        </>
      )}
      {/* Reserves the space of the questions while they load, so that the content below does not move. */}
      {!isPending && <RecentExplorations />}
    </Page>
  );
}

const withPin = (pins: readonly Pin[], pin: Pin) => [...pins.filter(({ id }) => id !== pin.id), pin];

/** Questions to begin with, of a bucket or of all sources. They change with the library. */
function questionsQuery(bucketId: string | null) {
  return queryOptions({
    queryKey: [LIBRARY_KEY, 'questions', bucketId],
    queryFn: async () => {
      const query = bucketId === null ? '' : `?bucketId=${encodeURIComponent(bucketId)}`;
      return (await api<SuggestedQuestionsAnswer>('GET', `/api/explore/questions${query}`)).questions;
    },
    placeholderData: keepPreviousData,
  });
}

interface QuestionsProps {
  readonly questions: readonly SuggestedQuestion[];
  readonly bucket: Bucket | null;
  readonly onAsk: (question: string) => void;
}

/** Questions about the bucket or all sources. A click asks one at once. Renders nothing without questions. */
function Questions({ questions, bucket, onAsk }: QuestionsProps) {
  if (questions.length === 0) return null;
  return (
    <section className="mt-8">
      <h2 dir="auto" className="text-sm font-semibold">
        {bucket === null ? 'Questions from your sources' : `Questions from ${bucket.name}`}
      </h2>
      <ul className="mt-2">
        {questions.map(({ question, titles }) => (
          <li key={question}>
            <button
              type="button"
              className="-mx-2 block w-[calc(100%+1rem)] rounded-small px-2 py-2.5 text-left hover:bg-sunken"
              onClick={() => onAsk(question)}
            >
              <span dir="auto" className="block font-serif text-read [overflow-wrap:anywhere]">
                {question}
              </span>
              <span dir="auto" className="mt-0.5 block truncate text-sm text-ink-faint">
                {titles.join('; ')}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function NoSources() {
  const { add, isPending } = useSamples();
  return (
    <EmptyState
      action={
        <Button look="primary" isBusy={isPending} onClick={add}>
          Try it with the sample sources
        </Button>
      }
    >
      Your library is empty. Add notes, links or files to it, then explore what they say together.
    </EmptyState>
  );
}

const MAX_RECENT = 12;
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });

/** The latest explore sessions with their last lines. Renders nothing before the first one. */
function RecentExplorations() {
  const { data: sessions = [] } = useQuery(sessionsQuery);
  const explorations = sessions.filter(({ mode }) => mode === 'explore').slice(0, MAX_RECENT);
  if (explorations.length === 0) return null;
  return (
    <section className="mt-8">
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="text-sm font-semibold">Go on with</h2>
        <Link to="/drafts" className="text-sm text-ink-faint underline underline-offset-2 hover:text-ink">
          All drafts
        </Link>
      </div>
      <ul className="mt-2">
        {explorations.map(({ session, title, lastLine, updatedAt }) => (
          <li key={session} className="relative border-t border-line py-2.5 last:border-b">
            <div className="flex items-baseline gap-3">
              <Link
                to={sessionPath(session)}
                dir="auto"
                className="min-w-0 flex-1 truncate text-left font-[550] after:absolute after:inset-0 hover:underline"
              >
                {title}
              </Link>
              <time
                dateTime={new Date(updatedAt).toISOString()}
                className="text-xs whitespace-nowrap text-ink-faint tabular-nums"
              >
                {DAY.format(updatedAt)}
              </time>
            </div>
            {lastLine !== '' && (
              <p dir="auto" className="truncate text-left text-sm text-ink-soft">
                {lastLine}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
