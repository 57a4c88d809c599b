import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

import { meQuery } from '#account/web/queries.ts';
import { Button } from '#elements/web/button.tsx';
import { PageHeading } from '#elements/web/page/page-heading.tsx';
import { Page } from '#elements/web/page/page.tsx';
import { QuietLoading } from '#elements/web/page/quiet-loading.tsx';
import { count } from '#elements/web/text/figures.ts';

import { type Outcome } from '../add-sources.ts';
import { type CaptureDraft, EMPTY_DRAFT } from '../capture-draft.ts';
import { CaptureForm } from '../capture-form.tsx';
import { OutcomeList } from '../outcome-list.tsx';
import { useAdded } from '../use-added.ts';
import { dropShare, readShares, shareInAddress, typedText, type WaitingShare, writeShare } from './waiting-shares.ts';

const PROBLEMS: Readonly<Record<string, string>> = {
  dropped: '20 things that you had not seen waited here, so the oldest of them was dropped to take this one.',
  large:
    'This was not taken: a file has up to 50 MB, and everything that is shared at once up to 200 MB. Share less of it.',
  unread: 'This was not taken: the browser could not store it. Free some space on this device, then share it again.',
};

/** Asks whether to keep what another app or page has shared. */
export function CapturePage() {
  const { hash, search } = useLocation();
  const { shared, problem } = search as { readonly shared?: unknown; readonly problem?: unknown };
  const [waiting, setWaiting] = useState<readonly WaitingShare[] | null>(null);
  const [wasKept, setKept] = useState(false);
  const person = useQuery(meQuery).data?.id;
  useEffect(() => {
    if (person === undefined) return;
    const read = async () => {
      const inAddress = shareInAddress(hash);
      const stored = await readShares(person).catch(() => []);
      const first = stored.filter(({ id }) => id === shared);
      setWaiting([...(inAddress ? [inAddress] : []), ...first, ...stored.filter((each) => !first.includes(each))]);
    };
    void read();
  }, [hash, person, shared]);
  if (!waiting) return <QuietLoading />;
  const [share, ...others] = waiting;
  const done = async (ended: readonly WaitingShare[], isKept: boolean) => {
    for (const each of ended) await dropShare(each).catch(() => undefined);
    setKept(isKept);
    // After the decision, a reload of this address must not ask again.
    history.replaceState(history.state, '', location.pathname);
    setWaiting(waiting.filter((each) => !ended.includes(each)));
    // The bookmarklet opened this window only for the question.
    if (!isKept && ended.some(({ id }) => id === null)) window.close();
  };
  return (
    <Page width="reading">
      <PageHeading title={share ? 'Keep this?' : 'Nothing waits to be kept'} />
      {typeof problem === 'string' && (
        <p role="alert" className="mt-3 text-bad">
          {PROBLEMS[problem] ?? PROBLEMS['unread']}
        </p>
      )}
      {others.length > 0 && (
        <p className="mt-1.5 flex flex-wrap items-center gap-x-3 text-ink-soft">
          {`${count(others.length, 'other')} after this one.`}
          <Button onClick={() => void done(waiting, false)}>Cancel all</Button>
        </p>
      )}
      {share ? (
        <OneShare key={share.id} share={share} onDone={(isKept) => void done([share], isKept)} />
      ) : (
        <Decided wasKept={wasKept} />
      )}
    </Page>
  );
}

function Decided({ wasKept }: { readonly wasKept: boolean }) {
  const navigate = useNavigate();
  return (
    <>
      <p className="mt-1.5 text-ink-soft">
        {wasKept
          ? 'What you kept is in the Library.'
          : 'Share something with Warren from another app, and it is shown here before it is kept.'}
      </p>
      <Button className="mt-4" look="primary" onClick={() => void navigate({ to: '/library' })}>
        Go to the Library
      </Button>
    </>
  );
}

function OneShare({ share, onDone }: { readonly share: WaitingShare; readonly onDone: (isKept: boolean) => void }) {
  const { id, text, url, title } = share;
  const isSelection = url !== '' && text !== '' && text !== url;
  const [draft, setDraft] = useState<CaptureDraft>(() => ({
    ...EMPTY_DRAFT,
    text: typedText(id).read() ?? (isSelection ? text : url || text),
  }));
  const [files, setFiles] = useState(share.files);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const added = useAdded();
  const write = (next: CaptureDraft) => {
    setDraft(next);
    typedText(id).write(next.text);
  };
  const finish = (result: Outcome) => {
    if (result.existing.length === 0 && result.failed.length === 0) {
      added.say(result.added);
      return onDone(true);
    }
    added.refresh();
    // Failed files remain in the share; the rest is in the library.
    const left = result.failed.flatMap(({ addition }) => ('file' in addition ? [addition.file] : []));
    writeShare({ ...share, files: left }).catch(() => undefined);
    return setOutcome(result);
  };
  const end = () => {
    if (outcome) added.say(outcome.added);
    onDone(true);
  };
  if (outcome) return <OutcomeList outcome={outcome} onChange={setOutcome} onDone={end} />;
  return (
    <>
      {isSelection && (
        <p className="mt-1.5 text-ink-soft [overflow-wrap:anywhere]">
          From <bdi>{title || url}</bdi>
          {/* Shown even with a title, because the site that shared the page chose the title. */}
          {title !== '' && <span className="block text-sm break-all text-ink-faint">{url}</span>}
        </p>
      )}
      <CaptureForm
        draft={draft}
        files={files}
        onWrite={write}
        onChooseFiles={setFiles}
        onAdded={finish}
        onClose={() => onDone(false)}
        verb="Keep"
        from={isSelection ? { url, title } : url === '' && title !== '' ? { url: '', title } : undefined}
      />
      {files.some(({ type }) => type.startsWith('image/')) && (
        <p className="mt-2 text-sm text-ink-faint">
          Pictures are kept as they are. The words in them are not searchable yet.
        </p>
      )}
    </>
  );
}
