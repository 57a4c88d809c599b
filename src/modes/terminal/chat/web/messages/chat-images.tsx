interface ChatImagesProps {
  /** Paths of this server. */
  readonly images: readonly string[];
  readonly label: string;
}

/** Only what Warren itself serves is loaded. */
const isOwn = (path: string) => path.startsWith('/api/sessions/');

export function ChatImages({ images, label }: ChatImagesProps) {
  return (
    <div className="flex flex-wrap gap-2">
      {images.filter(isOwn).map((path) => (
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
