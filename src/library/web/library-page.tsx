import { PageHeading } from '#elements/web/page/page-heading.tsx';
import { Page } from '#elements/web/page/page.tsx';

/** Everything that the person keeps. */
export function LibraryPage({ sourceId }: { readonly sourceId?: string }) {
  return (
    <Page>
      <PageHeading title="Library" />
      {sourceId}
    </Page>
  );
}
