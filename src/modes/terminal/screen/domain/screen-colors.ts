/**
 * Names of the colours that a program can set and query: `0` to `255` of the palette, and those of OSC 10, 11 and 12.
 * The page shows them; the server answers queries.
 */
export type ColorName = `${number}` | 'foreground' | 'background' | 'cursor';

/** Colours in the notation of X11, for example `rgb:1414/1616/1818`. */
export type ScreenColors = Readonly<Partial<Record<ColorName, string>>>;

/** By the number of the OSC sequence that sets and queries the colour. */
export const NAMED_COLORS = { 10: 'foreground', 11: 'background', 12: 'cursor' } as const;

const BASE =
  '1d1f21 d16d6d 8fbf7f e0b46a 7da6d9 b794d4 7fc1c1 d8d4c8 6b6a66 e88a8a a9d69a f0c987 9bbdf0 cdaee6 9ad8d8 f4f1e8'.split(
    ' ',
  );
const STEPS = [0, 95, 135, 175, 215, 255];

/** The default colours of the terminal. Above 15, the palette is xterm's cube and greys. */
export const TERMINAL_THEME = {
  foreground: '#e8e4d9',
  background: '#141618',
  cursor: '#e8e4d9',
  palette: BASE.map((hex) => `#${hex}`),
};

/** The answer to a query for a colour. */
export function colorOf(colors: ScreenColors, name: ColorName): string {
  const set = colors[name];
  if (set !== undefined) return set;
  if (name === 'foreground' || name === 'background' || name === 'cursor')
    return fromHex(TERMINAL_THEME[name].slice(1));
  const index = Number(name);
  const base = BASE[index];
  if (base !== undefined) return fromHex(base);
  if (index >= 232) return fromChannels([0, 1, 2].map(() => 8 + (index - 232) * 10));
  const cube = index - 16;
  return fromChannels([Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6].map((step) => STEPS[step] ?? 0));
}

/** Parses a colour in the form `rgb:…` or `#…`; undefined for other texts. */
export function readColor(text: string): string | undefined {
  const channels = /^rgb:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})$/iu.exec(text)?.slice(1);
  if (channels) return `rgb:${channels.map((each) => scaled(each)).join('/')}`;
  const hex = /^#((?:[\da-f]{3}){1,4})$/iu.exec(text)?.[1];
  if (hex === undefined) return undefined;
  const width = hex.length / 3;
  return `rgb:${[0, 1, 2].map((at) => scaled(hex.slice(at * width, (at + 1) * width))).join('/')}`;
}

/** The bytes that reset another terminal's colours and then set these. */
export function colorSequences(colors: ScreenColors): string {
  const all = Object.entries(colors) as [ColorName, string][];
  const set = all.map(([name, color]) => {
    const number = Object.entries(NAMED_COLORS).find(([, named]) => named === name)?.[0];
    return number === undefined ? `\u001B]4;${name};${color}\u0007` : `\u001B]${number};${color}\u0007`;
  });
  return `\u001B]104\u0007\u001B]110\u0007\u001B]111\u0007\u001B]112\u0007${set.join('')}`;
}

const fromHex = (hex: string) => fromChannels([0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)));

function fromChannels(channels: readonly number[]): string {
  return `rgb:${channels.map((channel) => (channel * 0x101).toString(16).padStart(4, '0')).join('/')}`;
}

/** Scales a channel of one to four hex digits to four digits. */
function scaled(digits: string): string {
  const most = 16 ** digits.length - 1;
  return Math.round((Number.parseInt(digits, 16) / most) * 0xffff)
    .toString(16)
    .padStart(4, '0');
}
