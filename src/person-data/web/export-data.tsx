import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

import { Button } from '#elements/web/button.tsx';
import { fileSize } from '#elements/web/text/figures.ts';
import { api, messageOf } from '#http-client/web/api.ts';

import type { ExportState } from '../protocol.ts';

const FILE = '/api/export/file';
const WHILE_UNDER_WAY_MS = 1_000;

const exportQuery = queryOptions({
  queryKey: ['export'],
  queryFn: () => api<ExportState>('GET', '/api/export'),
  refetchInterval: ({ state }) => (state.data?.isUnderWay ? WHILE_UNDER_WAY_MS : false),
});

/** Requests an archive of all of the person's data, and downloads it as soon as it is finished. */
export function ExportData() {
  const queries = useQueryClient();
  const { data } = useQuery(exportQuery);
  const begin = useMutation({
    mutationFn: () => api<ExportState>('POST', '/api/export'),
    // An earlier answer would end the wait for the file.
    onMutate: () => queries.cancelQueries({ queryKey: exportQuery.queryKey }),
    onSuccess: (state) => queries.setQueryData(exportQuery.queryKey, state),
  });
  const link = useRef<HTMLAnchorElement>(null);
  const wasUnderWay = useRef(false);
  useEffect(() => {
    if (wasUnderWay.current && data?.isUnderWay === false) link.current?.click();
    wasUnderWay.current = data?.isUnderWay ?? false;
  }, [data]);
  const isBusy = begin.isPending || data?.isUnderWay === true;
  const bytes = data?.bytes ?? null;
  const problem = begin.error ? messageOf(begin.error) : (data?.problem ?? null);
  return (
    <>
      <p className="mb-3 max-w-[62ch] text-ink-soft">
        {
          'Everything of yours in one archive: sets, reviews, conversations, sources, drafts and recordings, as files that'
        }
        {' need no Warren to be read. Unpacked, '}
        <code className="font-mono text-sm">warren import FOLDER</code>
        {' makes the same data of it elsewhere.'}
      </p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button isBusy={isBusy} onClick={() => begin.mutate()}>
          {isBusy ? 'Exporting …' : 'Export my data'}
        </Button>
        {!isBusy && bytes !== null && (
          <a ref={link} href={FILE} download className="text-accent-text underline underline-offset-2">
            {`Download it (${fileSize(bytes)})`}
          </a>
        )}
      </div>
      {!isBusy && problem !== null && (
        <p role="alert" className="mt-3 max-w-[62ch] text-bad">
          {problem}
        </p>
      )}
    </>
  );
}
