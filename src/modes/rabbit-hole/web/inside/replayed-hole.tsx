import { usePageLight } from '#elements/web/page/page-light.ts';

/** Says of a replay that one is in a hole, and has the light of one. */
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
