import type { ILinkHandler, Terminal } from '@xterm/xterm';

import { addressNotes } from '#elements/web/address/address-notes.ts';
import { openAddress } from '#elements/web/address/open-address.ts';

interface LinkedTerminal {
  /** The element whose tooltip shows the address. */
  readonly element: HTMLElement;
  readonly terminal: () => Pick<Terminal, 'buffer'>;
}

/**
 * Links behind text that a program chooses (OSC 8). A plain click goes to the terminal and opens nothing. With Ctrl or
 * Cmd, or by touch, the address is shown first unless the text equals it.
 */
export function wordsAsLinks({ element, terminal }: LinkedTerminal): ILinkHandler {
  return {
    activate(event, href, { start, end }) {
      const isTouch = matchMedia('(pointer: coarse)').matches;
      if (!event.ctrlKey && !event.metaKey && !isTouch) return;
      const { active } = terminal().buffer;
      let words = '';
      // Coordinates count from 1; `end` is inclusive.
      for (let y = start.y; y <= end.y; y += 1)
        words += active
          .getLine(y - 1)
          ?.translateToString(false, y === start.y ? start.x - 1 : 0, y === end.y ? end.x : undefined);
      openAddress(href, words);
    },
    hover(_event, href) {
      element.title = [href, ...addressNotes(href), 'Ctrl or Cmd and a click open it.'].join('\n');
    },
    leave: () => (element.title = ''),
  };
}
