import { shownTitle } from '../../../storage/server/source-summary.ts';

const MAX_TITLE_IN_LABEL = 60;

interface Named {
  readonly title: string;
  readonly url: string | null;
}

/** `the source “Title”`, or how many there are. */
export function namesOf(sources: readonly Named[]): string {
  const [first] = sources;
  if (sources.length !== 1 || !first) return `${sources.length} sources`;
  const title = shownTitle(first);
  return `the source “${title.length > MAX_TITLE_IN_LABEL ? `${title.slice(0, MAX_TITLE_IN_LABEL - 1)}…` : title}”`;
}
