/**
 * A small button of a message: seen under the last message, and where the message is hovered or has the focus. A touch
 * screen has no hover: the first touch of a message shows its buttons.
 */
export const MESSAGE_BUTTON =
  'inline-flex size-6 items-center justify-center rounded-small text-ink-faint opacity-0 transition-opacity duration-(--fast) group-focus-within:opacity-100 group-hover:opacity-100 group-data-last:opacity-100 hover:text-ink [@media(hover:none)]:pointer-events-none [@media(hover:none)]:group-focus-within:pointer-events-auto [@media(hover:none)]:group-data-last:pointer-events-auto';
