import { Page } from '#elements/web/page/page.tsx';

/** Everything that the person keeps. */
export function LibraryPage() {
  return <Page>{null}</Page>;
}
