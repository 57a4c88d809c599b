import fc from 'fast-check';
import { expect, test } from 'vitest';

import { restoreScreen } from '../domain/restore-screen.ts';
import { Emulator, type ScreenSize } from './emulator.ts';

const SIZE: ScreenSize = { cols: 40, rows: 12 };

/** Everything about a screen that shows now, or in what is written next. */
function shownBy({ core, terminal }: Emulator): unknown {
  const buffers = terminal.buffer.active.type === 'alternate' ? ['normal', 'alternate'] : ['normal'];
  const input = core._inputHandler;
  const attributes = ({ fg, bg, extended }: typeof input._curAttrData) => [
    fg,
    bg,
    extended._ext,
    linkOf(core, extended._urlId),
  ];
  return {
    size: [terminal.cols, terminal.rows],
    buffers: buffers.map((name) => {
      const buffer = core.buffers[name === 'normal' ? 'normal' : 'alt'];
      return {
        cursor: [buffer.x, buffer.y, buffer.ybase],
        margins: [buffer.scrollTop, buffer.scrollBottom],
        tabs: Object.keys(buffer.tabs),
        saved: [buffer.savedX, buffer.savedY, attributes(buffer.savedCurAttrData), buffer.savedCharset ?? null],
        lines: Array.from({ length: buffer.lines.length }, (_, row) => cellsOf(core, buffer.lines.get(row)!)),
      };
    }),
    attributes: attributes(input._curAttrData),
    link: linkOf(core, input._currentLinkId ?? 0),
    modes: [core.coreService.modes, core.coreService.decPrivateModes, core.optionsService.options.convertEol],
    cursorHidden: core.coreService.isCursorHidden,
    mouse: [core.coreMouseService.activeProtocol, core.coreMouseService.activeEncoding],
    charset: [core._charsetService.glevel, core._charsetService.charset ?? null],
    titles: [input._windowTitle, input._iconName, input._windowTitleStack, input._iconNameStack],
  };
}

const linkOf = (core: Emulator['core'], id: number) => core._oscLinkService.getLinkData(id)?.uri ?? null;

function cellsOf(
  core: Emulator['core'],
  line: NonNullable<ReturnType<Emulator['core']['buffers']['normal']['lines']['get']>>,
) {
  const cells = Array.from({ length: line.length }, (_, column) => {
    const [content = 0, fg, bg = 0] = line._data.subarray(column * 3, column * 3 + 3);
    const extended = (bg & (1 << 28)) === 0 ? undefined : line._extendedAttrs[column];
    return [
      content & (1 << 21) ? line._combined[column] : content,
      fg,
      bg,
      extended ? [extended._ext, linkOf(core, extended._urlId)] : null,
    ].join(',');
  });
  return `${line.isWrapped}|${cells.join('|')}`;
}

async function reconnect(emulator: Emulator): Promise<Emulator> {
  const { screen, unfinished } = emulator.capture();
  const other = new Emulator({ cols: screen.state.cols, rows: screen.state.rows });
  // What crosses the wire.
  restoreScreen(other.core, { state: JSON.parse(JSON.stringify(screen.state)), cells: screen.cells.slice() });
  await other.write(unfinished);
  return other;
}

const ESC = '\u001B';
const number = fc.integer({ min: 0, max: 45 });
const text = fc.oneof(
  fc.string({ maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.constantFrom('漢字かな交じり', 'e\u0301\u0302', '\u0301', '👩‍👩‍👧 family', '🇩🇪', 'ｆｕｌｌ', '—'.repeat(50)),
);
const csi = fc.oneof(
  fc.tuple(number, number).map(([row, column]) => `${row};${column}H`),
  fc
    .tuple(
      number,
      fc.constantFrom(
        'A',
        'B',
        'C',
        'D',
        'E',
        'F',
        'G',
        'J',
        'K',
        'L',
        'M',
        'P',
        'S',
        'T',
        'X',
        '@',
        'b',
        'd',
        'I',
        'Z',
      ),
    )
    .map(([count, final]) => `${count}${final}`),
  fc.tuple(number, number).map(([top, bottom]) => `${top};${bottom}r`),
  fc
    .array(
      fc.oneof(
        fc.integer({ min: 0, max: 109 }),
        fc.constantFrom('38;2;10;20;30', '48;5;200', '4:3', '58;2;1;2;3', '58:5:9'),
      ),
      { maxLength: 4 },
    )
    .map((parameters) => `${parameters.join(';')}m`),
  fc
    .tuple(
      fc.constantFrom(
        '1',
        '5',
        '6',
        '7',
        '9',
        '12',
        '25',
        '45',
        '47',
        '66',
        '1000',
        '1002',
        '1003',
        '1004',
        '1006',
        '1016',
        '1047',
        '1048',
        '1049',
        '2004',
        '2026',
      ),
      fc.constantFrom('h', 'l'),
    )
    .map(([mode, final]) => `?${mode}${final}`),
  fc.constantFrom('4h', '4l', '20h', '20l', 's', 'u', 'g', '3g', '!p', '2 q', '6 q', '22;0t', '23;0t'),
);
const sequence = fc.oneof(
  csi.map((rest) => `${ESC}[${rest}`),
  fc
    .constantFrom('7', '8', 'D', 'E', 'H', 'M', 'c', '=', '>', '(0', '(B', ')0', '*A', 'n', 'o', '#8', '%G')
    .map((rest) => ESC + rest),
  fc.constantFrom('\u000E', '\u000F', '\r', '\n', '\r\n', '\b', '\t', '\u0018', '\u009B3;3H', '\u0085', '\u0084'),
  fc
    .tuple(fc.constantFrom('0', '1', '2'), fc.string({ maxLength: 8 }))
    .map(([kind, title]) => `${ESC}]${kind};${title.replaceAll(/[^ -~]/gu, '')}\u0007`),
  fc
    .tuple(fc.constantFrom('', 'id=a', 'id=b'), fc.constantFrom('', 'https://example.org/', 'file:///tmp'))
    .map(([id, uri]) => `${ESC}]8;${id};${uri}${ESC}\\`),
  fc.constantFrom(`${ESC}P1$r0m${ESC}\\`, `${ESC}P+q544e${ESC}\\`, `${ESC}_apc${ESC}\\`, `${ESC}^pm`),
);
const output = fc
  .array(fc.oneof({ weight: 3, arbitrary: text }, { weight: 4, arbitrary: sequence }), { minLength: 1, maxLength: 120 })
  .map((parts) => new TextEncoder().encode(parts.join('')));
const anything = fc.oneof(
  { weight: 6, arbitrary: output },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 400 }) },
);

const reconnection = fc.record({
  bytes: anything,
  where: fc.double({ min: 0, max: 1, noNaN: true }),
  later: output,
  resized: fc.option(fc.record({ cols: fc.integer({ min: 5, max: 60 }), rows: fc.integer({ min: 3, max: 20 }) })),
});

test('a restored screen shows the same, and goes on showing the same', async () => {
  await fc.assert(
    fc.asyncProperty(reconnection, async ({ bytes, where, later, resized }) => {
      const cut = Math.round(bytes.length * where);
      const one = new Emulator(SIZE);
      await one.write(bytes.subarray(0, cut));
      const other = await reconnect(one);
      expect(shownBy(other)).toEqual(shownBy(one));
      for (const each of [one, other]) {
        await each.write(bytes.subarray(cut));
        if (resized) each.resize(resized);
        await each.write(later);
      }
      expect(shownBy(other)).toEqual(shownBy(one));
    }),
    { numRuns: 300 },
  );
});
