interface ProgressBarProps {
  readonly label: string;
  /** 0 to 1; null if unknown. */
  readonly done: number | null;
}

export function ProgressBar({ label, done }: ProgressBarProps) {
  return (
    <progress
      aria-label={label}
      value={done ?? 0}
      max={1}
      className="block h-1 w-full appearance-none overflow-hidden rounded-full border-0 bg-sunken [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:bg-accent"
    />
  );
}
