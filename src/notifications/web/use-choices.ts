import { useMutation, useQueryClient } from '@tanstack/react-query';

import { useToast } from '#elements/web/toast.tsx';
import { api, messageOf } from '#http-client/web/api.ts';

import type { NotificationChoices, NotificationsAnswer } from '../protocol.ts';
import { notificationsQuery } from './queries.ts';

/** The choices as they will be once the change under way is saved, and a way to change them. */
export function useChoices(stored: NotificationChoices) {
  const queries = useQueryClient();
  const toast = useToast();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (choices: NotificationChoices) =>
      api<NotificationsAnswer>('PUT', '/api/notifications/choices', choices),
    onSuccess: (answer) => queries.setQueryData(notificationsQuery.queryKey, answer),
    onError: (error) => toast({ text: messageOf(error) }),
  });
  const choices = isPending ? variables : stored;
  return { choices, change: (changed: Partial<NotificationChoices>) => mutate({ ...choices, ...changed }) };
}
