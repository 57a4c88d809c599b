import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';

import { QuietLoading } from '#elements/web/page/quiet-loading.tsx';
import { ProblemNotice } from '#elements/web/problem-notice.tsx';
import { messageOf } from '#http-client/web/api.ts';

import { SourceEditor } from './edit/source-editor.tsx';
import { ReadingColumn } from './reading-column.tsx';
import { useOpenSource } from './use-open-source.ts';

interface SourceReaderProps {
  readonly sourceId: string;
  /** The number of the passage to show; by default the `#p12` of the address. */
  readonly passage?: number | undefined;
  /** Called after the source was archived or deleted. */
  readonly onGone?: () => void;
}

/** A source as a page. Fills its container and scrolls separately. */
export function SourceReader({ sourceId, ...rest }: SourceReaderProps) {
  return <OpenSource key={sourceId} sourceId={sourceId} {...rest} />;
}

function OpenSource({ sourceId, passage, onGone }: SourceReaderProps) {
  const { data: source, error, refetch } = useOpenSource(sourceId);
  const inAddress = useLocation({ select: ({ hash }) => passageIn(hash) });
  const [isEditing, setEditing] = useState(false);
  if (!source)
    return error ? (
      <div className="px-4 wide:px-8">
        <ProblemNotice message={messageOf(error)} onRetry={() => void refetch()} />
      </div>
    ) : (
      <QuietLoading />
    );
  if (isEditing) return <SourceEditor source={source} onDone={() => setEditing(false)} />;
  return (
    <ReadingColumn
      source={source}
      passage={passage ?? inAddress}
      onEdit={() => setEditing(true)}
      {...(onGone && { onGone })}
    />
  );
}

/** Parses `#p12` to 12. */
function passageIn(hash: string): number | undefined {
  const number = /^#?p(\d{1,7})$/.exec(hash)?.[1];
  return number === undefined ? undefined : Number(number);
}
