import type { EmulatorBuffer, EmulatorCore, Link } from './emulator-core.ts';

/** Maximum number of different links on a screen with its scrollback. Further links become plain text. */
const MAX_LINKS = 10_000;
/** Maximum length of all their addresses together. */
const MAX_CHARACTERS = 4 * 1024 * 1024;

/**
 * Stores the links of an emulator in a bounded table. xterm.js 6.0.0 keeps a marker for each link on its line, and
 * moves all markers whenever a line scrolls: 300,000 links take minutes and a gigabyte. If the table is full, links
 * that no cell uses are removed.
 */
export function boundLinks({ _oscLinkService: service, _inputHandler: input, buffers }: EmulatorCore): void {
  const links = new Map<number, Link>();
  const numbers = new Map<string, number>();
  let last = 0;
  let characters = 0;
  /** Links refused since the last search for unused ones. At MAX_LINKS, the next search is due. */
  let refused = MAX_LINKS;

  const isFull = ({ uri }: Link) => links.size >= MAX_LINKS || characters + uri.length > MAX_CHARACTERS;
  function forgetUnused(): void {
    const used = new Set([input._curAttrData.extended._urlId]);
    for (const buffer of [buffers.normal, buffers.alt]) addUsed(buffer, used);
    for (const [number, link] of links) {
      if (used.has(number)) continue;
      links.delete(number);
      numbers.delete(keyOf(link));
      characters -= link.uri.length;
    }
  }

  service.registerLink = (link) => {
    const known = numbers.get(keyOf(link));
    if (known !== undefined) return known;
    if (isFull(link)) {
      // The search reads the whole scrollback, so it is not repeated for each link of a flood.
      if (refused >= MAX_LINKS) {
        forgetUnused();
        refused = 0;
      }
      if (isFull(link)) {
        refused += 1;
        return 0;
      }
    }
    refused = MAX_LINKS;
    last += 1;
    links.set(last, link);
    numbers.set(keyOf(link), last);
    characters += link.uri.length;
    return last;
  };
  service.addLineToLink = () => undefined;
  service.getLinkData = (number) => links.get(number);
}

const keyOf = ({ id = '', uri }: Link) => `${id};;${uri}`;

function addUsed({ lines, savedCurAttrData }: EmulatorBuffer, used: Set<number>): void {
  used.add(savedCurAttrData.extended._urlId);
  for (let row = 0; row < lines.length; row += 1)
    for (const attributes of Object.values(lines.get(row)?._extendedAttrs ?? {}))
      if (attributes) used.add(attributes._urlId);
}
