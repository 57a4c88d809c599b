/** The look of a row of the rail. */
export const ROW =
  'flex min-h-[34px] items-center gap-2.5 rounded-small px-2.5 py-1.5 text-ink-soft transition-colors duration-(--fast) hover:bg-raised hover:text-ink aria-[current=page]:bg-raised aria-[current=page]:font-[550] aria-[current=page]:text-ink';
