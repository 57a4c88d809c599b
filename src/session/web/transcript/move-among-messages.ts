import type { KeyboardEvent } from 'react';

const ROWS = '[data-message-id], [data-line-id]';

/**
 * Arrow keys in a transcript: up and down move between messages, left and right between the buttons of one, Escape from
 * a button to its message. A message that is higher than the screen scrolls first.
 */
export function moveAmongMessages(event: KeyboardEvent<HTMLElement>): void {
  const { currentTarget: log, target, key } = event;
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const row = target instanceof HTMLElement ? target.closest<HTMLElement>(ROWS) : null;
  if (!row) return;
  const buttons = [...row.querySelectorAll<HTMLElement>('[data-message-actions] button')].toSorted(
    (one, other) => one.getBoundingClientRect().left - other.getBoundingClientRect().left,
  );
  const places = [row, ...buttons];
  const at = places.findIndex((place) => place === target);
  // Links, fields and other buttons handle their own keys.
  if (at === -1) return;
  const rows = [...log.querySelectorAll<HTMLElement>(ROWS)];
  const nearby = (step: number) => rows[rows.indexOf(row) + step];
  const [shown, inside] = [log.getBoundingClientRect(), row.getBoundingClientRect()];
  let next: HTMLElement | undefined;
  if (key === 'ArrowRight') next = places[at + 1];
  if (key === 'ArrowLeft') next = places.at(at - 1);
  if (key === 'ArrowUp' && inside.top >= shown.top) next = nearby(-1);
  if (key === 'ArrowDown' && inside.bottom <= shown.bottom) next = nearby(1);
  if (key === 'Escape' && at > 0) next = row;
  if (!next) return;
  event.preventDefault();
  next.focus();
}
