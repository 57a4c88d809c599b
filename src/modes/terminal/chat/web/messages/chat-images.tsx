import { useContext, useState } from 'react';

import { Dialog } from '#elements/web/dialog.tsx';

import { ChatContext } from '../chat-context.ts';

interface ChatImagesProps {
  /** Paths of the images, such as `toolu_1/0`: the key of their item and their index. */
  readonly images: readonly string[];
  readonly label: string;
}

/** Thumbnails that open the full image. Loads only images that Warren itself serves. */
export function ChatImages({ images, label }: ChatImagesProps) {
  const { session = '', server = null } = useContext(ChatContext) ?? {};
  const [large, setLarge] = useState<string | null>(null);
  const paths = images.map((image) => `/api/sessions/${session}/chat/images/${image}`);
  if (server?.isAlive === false)
    return <p className="text-xs text-ink-faint">{`${label}: on the server ${server.name}, which does not run`}</p>;
  return (
    <div className="flex flex-wrap gap-2">
      {paths.map((path) => (
        <button
          key={path}
          type="button"
          aria-haspopup="dialog"
          onClick={() => setLarge(path)}
          className="overflow-hidden rounded-small border border-line bg-sunken hover:border-line-strong"
        >
          <img src={path} alt={label} loading="lazy" className="h-20 max-w-40 min-w-8 object-cover" />
        </button>
      ))}
      {large !== null && (
        <Dialog
          title={label}
          description="Click it to open it in a tab of its own."
          isWide
          onClose={() => setLarge(null)}
        >
          <a href={large} target="_blank" rel="noopener noreferrer" className="mt-3 block">
            <img src={large} alt={label} className="mx-auto max-h-[75dvh] max-w-full object-contain" />
          </a>
        </Dialog>
      )}
    </div>
  );
}
