interface Look {
  readonly scheme: 'light' | 'dark';
  readonly width: number;
  readonly height: number;
}

const WIDE = { width: 1280, height: 800 };
const NARROW = { width: 360, height: 740 };

/**
 * The looks in which screens are checked: each colour scheme and each width once; in the long tests, all four
 * combinations.
 */
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
