/** Functions that TeX sets upright by a command of the same name. */
export const TEX_FUNCTIONS: ReadonlySet<string> = new Set(
  'arccos arcsin arctan arg cos cosh cot csc deg det dim exp gcd hom inf ker lg lim ln log max min Pr sec sin sinh sup tan tanh'.split(
    ' ',
  ),
);
