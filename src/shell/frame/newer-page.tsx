import { useEffect, useState } from 'react';

import { keepPage, onNewerPage, reloadNewest } from '#elements/web/page/page-version.ts';
import { useToast } from '#elements/web/toast.tsx';

const LOOK_EVERY_MS = 3_600_000;
/** Loading the page comes first: storing it means fetching all of its parts. */
const KEPT_AFTER_MS = 3_000;

/**
 * Stores the page for use without a server, and offers a newer version that has been fetched. Nothing changes until the
 * person accepts, so typed text stays.
 */
export function NewerPage() {
  const toast = useToast();
  const [registration, setRegistration] = useState<ServiceWorkerRegistration | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => void keepPage().then(setRegistration), KEPT_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (!registration) return undefined;
    const offer = () =>
      toast({
        text: 'A new version of Warren is ready.',
        action: { label: 'Load it', run: () => void reloadNewest() },
        isForEveryPage: true,
        replaces: 'newer-page',
      });
    const ending = onNewerPage(registration, offer);
    const look = () => void registration.update().catch(() => undefined);
    const timer = setInterval(look, LOOK_EVERY_MS);
    return () => {
      ending();
      clearInterval(timer);
    };
  }, [registration, toast]);
  return null;
}
