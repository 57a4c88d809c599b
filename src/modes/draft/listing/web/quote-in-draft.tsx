import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Quote } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';

import { IconButton } from '#elements/web/button.tsx';
import { Icon } from '#elements/web/icon.tsx';
import { Menu, MENU_ITEM } from '#elements/web/menu.tsx';
import { useToast } from '#elements/web/toast.tsx';
import { api, messageOf } from '#http-client/web/api.ts';
import type { PassageActionProps } from '#session/web/contribution/contribution.ts';
import { sessionPath } from '#session/web/session-path.ts';

import { DRAFTS_KEY } from '../../pane/web/queries.ts';
import type { DraftSummary } from '../../protocol.ts';
import { allDraftsQuery } from './queries.ts';

const MAX_OFFERED = 8;

/** Appends selected words of a source, with their citation, to one of the latest drafts. */
export function QuoteInDraft({ sourceId, version, start, end, onDone }: PassageActionProps) {
  const { data: drafts = [] } = useQuery(allDraftsQuery);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const quote = async ({ id, title, session }: DraftSummary) => {
    try {
      await api('POST', `/api/drafts/${id}/quote`, { sourceId, version, start, end });
    } catch (error) {
      toast({ text: messageOf(error) });
      return;
    }
    onDone();
    const open = () => void navigate({ to: sessionPath(session) });
    toast({ text: `Quoted in “${title}”`, action: { label: 'Open', run: open } });
    await queries.invalidateQueries({ queryKey: [DRAFTS_KEY] });
  };
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label="Quote in a draft">
          <Icon of={Quote} />
        </IconButton>
      }
    >
      {drafts.length === 0 && (
        <p className="px-3 py-2 text-sm text-ink-faint">There is no draft yet. Explore begins one.</p>
      )}
      {drafts.slice(0, MAX_OFFERED).map((draft) => (
        <DropdownMenu.Item key={draft.id} className={MENU_ITEM} onSelect={() => void quote(draft)}>
          <span dir="auto" className="truncate">
            {draft.title}
          </span>
        </DropdownMenu.Item>
      ))}
    </Menu>
  );
}
