import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

import { ProposedDialog } from '../proposals/web/proposed-dialog.tsx';
import { ProposedLine } from '../proposals/web/proposed-line.tsx';
import { todayQuery } from '../sets/web/queries.ts';
import { SetListPage } from '../sets/web/set-list-page.tsx';

/** All sets, below the points that programs propose for them. */
export function SetList() {
  const { data } = useQuery(todayQuery);
  return <SetListPage>{data && <ProposedLine proposed={data.proposed} />}</SetListPage>;
}

export function SetListWithProposed() {
  const navigate = useNavigate();
  return (
    <>
      <SetList />
      <ProposedDialog onClose={() => void navigate({ to: '/recall' })} />
    </>
  );
}
