import { usePageLight } from '#elements/web/page/page-light.ts';

/** Marks a hole in a replay, in its colours. */
export function ReplayedHole({ topic }: { readonly topic: string }) {
  usePageLight('rabbit-hole');
  return (
    <p
      data-mode="rabbit-hole"
      className="flex-none border-b border-line bg-accent-soft px-4 py-2 text-sm font-[550] [overflow-wrap:anywhere] text-accent-text wide:px-6"
    >
      Exploring: <bdi>{topic}</bdi>
    </p>
  );
}
