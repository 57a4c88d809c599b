import type { EmulatorBuffer, EmulatorCore, Link } from './emulator-core.ts';

/** Different ones on a screen with its scrollback. What is linked beyond that is plain text. */
const MAX_LINKS = 10_000;
/** In the addresses of all of them. */
const MAX_CHARACTERS = 4 * 1024 * 1024;

/**
 * Keeps the links of an emulator in a table with an end. xterm.js 6.0.0 keeps each with a marker on its line, and moves
 * all markers whenever a line scrolls: 300,000 links take minutes, and a gigabyte. A link is forgotten once no cell has
 * it and room is needed.
 */
export function boundLinks({ _oscLinkService: service, _inputHandler: input, buffers }: EmulatorCore): void {
  const links = new Map<number, Link>();
  const numbers = new Map<string, number>();
  let last = 0;
  let characters = 0;
  /** Since the table was full of links in use. */
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
      // The whole scrollback is looked through: not again for each of a flood.
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
