import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';

import { Button, IconButton } from '#elements/web/button.tsx';
import { Icon } from '#elements/web/icon.tsx';
import { PageHeader } from '#elements/web/page/page-header.tsx';
import { Page } from '#elements/web/page/page.tsx';
import { QuietLoading } from '#elements/web/page/quiet-loading.tsx';
import { ProblemNotice } from '#elements/web/problem-notice.tsx';
import { Markdown } from '#elements/web/text/markdown.tsx';
import { messageOf } from '#http-client/web/api.ts';

import type { OldEntry } from '../../../transcripts/protocol.ts';
import { OpenTerminalDialog } from '../opening/open-terminal-dialog.tsx';
import { oldSessionQuery, terminalsQuery } from '../queries.ts';

interface OldSessionReadingProps {
  readonly claudeSession: string;
  readonly onBack: () => void;
}

/** One old session, to read, resume or fork. */
export function OldSessionReading({ claudeSession, onBack }: OldSessionReadingProps) {
  const { data, error, refetch } = useQuery(oldSessionQuery(claudeSession));
  const { data: known } = useQuery(terminalsQuery);
  const [isFork, setFork] = useState<boolean | null>(null);
  return (
    <Page width="reading">
      <PageHeader
        title={data?.session.title ?? 'Old session'}
        back={
          <IconButton label="Back to the old sessions" onClick={onBack}>
            <Icon of={ArrowLeft} />
          </IconButton>
        }
      >
        {data && (
          <>
            <Button onClick={() => setFork(true)}>Fork</Button>
            <Button look="primary" onClick={() => setFork(false)}>
              Resume
            </Button>
          </>
        )}
      </PageHeader>
      {data && known && isFork !== null && (
        <OpenTerminalDialog
          known={known}
          old={{ claudeSession, isFork, folder: data.session.folder, title: data.session.title }}
          onClose={() => setFork(null)}
        />
      )}
      {data && <p className="mt-1.5 text-sm break-words text-ink-faint">{data.session.folder}</p>}
      {error && <ProblemNotice message={messageOf(error)} onRetry={() => void refetch()} />}
      {!data && !error && <QuietLoading />}
      {data?.hasEarlier === true && <p className="mt-4 text-sm text-ink-faint">Its beginning is not shown.</p>}
      <ol className="mt-5 flex flex-col gap-4">
        {data?.entries.map((entry) => (
          <li key={entry.id}>
            <Entry entry={entry} />
          </li>
        ))}
      </ol>
    </Page>
  );
}

function Entry({ entry: { kind, text, isError } }: { readonly entry: OldEntry }) {
  switch (kind) {
    case 'person':
      return (
        <p
          dir="auto"
          className="ml-auto w-fit max-w-[85%] rounded-large bg-raised px-4 py-2.5 font-serif text-read break-words whitespace-pre-wrap"
        >
          {text}
        </p>
      );
    case 'assistant':
      return <Markdown text={text} />;
    case 'tool':
      return <p className="truncate rounded-small border border-line px-3 py-1.5 font-mono text-sm">{text}</p>;
    case 'result':
      return (
        <details className="-mt-2">
          <summary className={`cursor-pointer text-sm ${isError === true ? 'text-bad' : 'text-ink-faint'}`}>
            {isError === true ? 'It failed' : 'What came of it'}
          </summary>
          <pre className="mt-1 max-h-[40dvh] overflow-auto rounded-small bg-sunken p-3 font-mono text-xs whitespace-pre-wrap">
            {text}
          </pre>
        </details>
      );
    default:
      return <p className="text-center text-sm text-ink-faint">{text}</p>;
  }
}
