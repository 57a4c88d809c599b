import { useContext } from 'react';

import { ChatContext } from '../chat-context.ts';

interface ChatImagesProps {
  /** The names of their items and their places there, such as `toolu_1/0`. */
  readonly images: readonly string[];
  readonly label: string;
}

/** Only what Warren itself serves is loaded. */
export function ChatImages({ images, label }: ChatImagesProps) {
  const session = useContext(ChatContext)?.session ?? '';
  const paths = images.map((image) => `/api/sessions/${session}/chat/images/${image}`);
  return (
    <div className="flex flex-wrap gap-2">
      {paths.map((path) => (
        <a key={path} href={path} target="_blank" rel="noopener noreferrer">
          <img
            src={path}
            alt={label}
            loading="lazy"
            className="max-h-60 max-w-full rounded-small border border-line object-contain"
          />
        </a>
      ))}
    </div>
  );
}
