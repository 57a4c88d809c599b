interface Look {
  readonly scheme: 'light' | 'dark';
  readonly width: number;
  readonly height: number;
}

const WIDE = { width: 1280, height: 800 };
const NARROW = { width: 360, height: 740 };

/** The ways to look at screens: each color scheme and each width once. The long tests have all four of them. */
export const LOOKS: readonly Look[] = [
  { scheme: 'light', ...WIDE },
  { scheme: 'dark', ...NARROW },
  ...(process.env['WARREN_ALL_LOOKS'] === undefined
    ? []
    : ([
        { scheme: 'dark', ...WIDE },
        { scheme: 'light', ...NARROW },
      ] as const)),
];
