import { Link } from '@tanstack/react-router';

import { PageHeading } from '#elements/web/page/page-heading.tsx';
import { Page } from '#elements/web/page/page.tsx';

export function NotFound() {
  return (
    <Page>
      <PageHeading title="There is no such page" />
      <p className="mt-1.5 text-ink-soft">
        The address may be old.{' '}
        <Link to="/" className="text-accent-text underline underline-offset-2">
          Go to Today
        </Link>
      </p>
    </Page>
  );
}
