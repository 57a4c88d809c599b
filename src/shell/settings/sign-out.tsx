import { useQuery, useQueryClient } from '@tanstack/react-query';

import { meQuery } from '#account/web/queries.ts';
import { Button } from '#elements/web/button.tsx';
import { useToast } from '#elements/web/toast.tsx';
import { api, messageOf } from '#http-client/web/api.ts';

/** Who is signed in, and the button to sign out. */
export function SignOut() {
  const queries = useQueryClient();
  const { data: me } = useQuery(meQuery);
  const toast = useToast();
  const signOut = async () => {
    try {
      await api('POST', '/api/sign-out');
      // First show the sign-in page, which unmounts everything else; then drop the cached data.
      queries.setQueryData(meQuery.queryKey, null);
      queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== meQuery.queryKey[0] });
    } catch (error) {
      toast({ text: messageOf(error) });
    }
  };
  return (
    <>
      <p className="mb-3 text-ink-soft">
        {me ? `You are signed in as ${me.name}. ` : ''}To sign in again you need the link that Warren printed.
      </p>
      <Button onClick={() => void signOut()}>Sign out</Button>
    </>
  );
}
