/** A small button of a message: faint until the message is hovered or focused; always visible on a touch screen. */
export const MESSAGE_BUTTON =
  'inline-flex size-6 items-center justify-center rounded-small text-ink-faint transition-opacity duration-(--fast) group-focus-within:opacity-100 group-hover:opacity-100 hover:text-ink [@media(hover:hover)]:opacity-0 [@media(hover:hover)]:group-focus-within:opacity-100 [@media(hover:hover)]:group-hover:opacity-100';
