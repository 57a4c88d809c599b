import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Ellipsis } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { type FormEvent, useState } from 'react';

import { Button, IconButton } from '#elements/web/button.tsx';
import { useFocusAfterClose } from '#elements/web/focus/use-focus-after-close.ts';
import { Icon } from '#elements/web/icon.tsx';
import { Menu, MENU_ITEM, MenuSeparator } from '#elements/web/menu.tsx';
import { HEADING, PageHeading } from '#elements/web/page/page-heading.tsx';
import { TextField } from '#elements/web/text-field.tsx';
import { dayName } from '#elements/web/text/day-name.ts';
import { count } from '#elements/web/text/figures.ts';
import { api, messageOf } from '#http-client/web/api.ts';

import type { SetSummary } from '../../sets/protocol.ts';
import { openExport } from '../../sets/web/from-source/make-points-anywhere.tsx';
import { SuggestTitle } from '../../sets/web/leeches/suggest-title.tsx';
import { examPlanQuery, setQuery } from '../../sets/web/queries.ts';
import { setStateLine } from '../../sets/web/readiness.ts';
import { forgetCounts } from '../../sets/web/set-cache.ts';
import { planWords } from '../../sets/web/settings/exam-field.tsx';
import { SetSettingsDialog } from '../../sets/web/settings/set-settings-dialog.tsx';
import { useBegin } from '../../sets/web/use-begin.ts';
import { useRemoveSet } from '../../sets/web/use-remove-set.ts';
import type { SetStatistics } from '../../statistics/protocol.ts';
import { setStateWords } from '../../statistics/web/set-state-words.ts';

interface SetHeadingProps {
  readonly set: SetSummary;
  readonly statistics: SetStatistics | undefined;
}

export function SetHeading({ set, statistics }: SetHeadingProps) {
  const [isRenaming, setRenaming] = useState(false);
  const navigate = useNavigate();
  const { begin, isBeginning } = useBegin();
  const removeSet = useRemoveSet();
  const [isChanging, setChanging] = useState(false);
  const menuButton = useFocusAfterClose(isRenaming || isChanging);
  const remove = async () => {
    if (await removeSet(set)) await navigate({ to: '/recall' });
  };
  if (isRenaming) return <RenameForm set={set} onDone={() => setRenaming(false)} />;
  return (
    <>
      <div className="flex flex-wrap items-start gap-x-5 gap-y-2">
        <PageHeading
          title={set.title}
          className={`${HEADING} min-w-0 grow basis-full text-left [overflow-wrap:anywhere] wide:basis-[420px]`}
        >
          <span dir="auto" className="block">
            {set.title}
          </span>
        </PageHeading>
        <div className="ml-auto flex flex-wrap items-center gap-2">
          <Menu
            align="end"
            trigger={
              <IconButton label="Rename, settings, export, delete" ref={menuButton}>
                <Icon of={Ellipsis} />
              </IconButton>
            }
          >
            <DropdownMenu.Item className={MENU_ITEM} onSelect={() => setRenaming(true)}>
              Rename
            </DropdownMenu.Item>
            <DropdownMenu.Item className={MENU_ITEM} onSelect={() => setChanging(true)}>
              Settings
            </DropdownMenu.Item>
            {set.points > 0 && (
              <DropdownMenu.Item className={MENU_ITEM} onSelect={() => openExport({ sets: [set.id] })}>
                Export
              </DropdownMenu.Item>
            )}
            <MenuSeparator />
            <DropdownMenu.Item className={MENU_ITEM} onSelect={() => void remove()}>
              {set.isSample ? 'Remove the sample' : 'Delete set'}
            </DropdownMenu.Item>
          </Menu>
          {set.points > 0 && (
            <Button look="primary" disabled={isBeginning} onClick={() => begin(set.id)}>
              {set.openSession === null ? beginWords(set) : 'Continue'}
            </Button>
          )}
        </div>
      </div>
      {set.examOn !== null && <ExamLine setId={set.id} examOn={set.examOn} />}
      {isChanging && <SetSettingsDialog set={set} onClose={() => setChanging(false)} />}
      <p className="mt-1.5 min-h-6 max-wide:mt-3 max-wide:min-h-18 max-w-[75ch] text-ink-soft">
        {set.points === 0 || set.status !== 'active' ? setStateLine(set) : statistics && setStateWords(statistics, set)}
      </p>
    </>
  );
}

/** The expected recall on the day of the set's exam. Renders nothing after that day. */
function ExamLine({ setId, examOn }: { readonly setId: string; readonly examOn: string }) {
  const { data: plan } = useQuery(examPlanQuery(setId, examOn));
  if (!plan) return null;
  return <p className="mt-1.5 max-w-[75ch] text-ink-soft">{`Exam on ${dayName(examOn)}. ${planWords(plan)}`}</p>;
}

function beginWords({ today: { due, fresh } }: SetSummary): string {
  return due + fresh === 0 ? 'Begin' : `Begin, ${count(due + fresh, 'point')}`;
}

function RenameForm({ set, onDone }: { readonly set: SetSummary; readonly onDone: () => void }) {
  const queries = useQueryClient();
  const [problem, setProblem] = useState<string | undefined>();
  const [title, setTitle] = useState(set.title);
  const rename = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    try {
      const changed = await api<SetSummary>('PATCH', `/api/recall/sets/${set.id}`, { title: title.trim() });
      queries.setQueryData(setQuery(set.id).queryKey, (held) => held && { ...held, title: changed.title });
      forgetCounts(queries);
      onDone();
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  return (
    <form onSubmit={(event) => void rename(event)} className="flex flex-wrap items-end gap-2">
      <div className="min-w-[200px] flex-1">
        {/* The field replaces the button that was just pressed, so it takes the focus. */}
        <TextField
          label="Name"
          name="title"
          value={title}
          onChange={(event) => setTitle(event.target.value)}
          maxLength={200}
          dir="auto"
          onKeyDown={(event) => event.key === 'Escape' && onDone()}
          problem={problem}
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
        />
      </div>
      <Button look="quiet" className="min-h-[38px]" onClick={onDone}>
        Cancel
      </Button>
      <Button type="submit" look="primary" className="min-h-[38px]">
        Save
      </Button>
      {set.points > 0 && <SuggestTitle setId={set.id} onSuggest={setTitle} />}
    </form>
  );
}
