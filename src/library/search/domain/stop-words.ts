/** Those of Lucene's English analyzer. */
export const englishStopWords: ReadonlySet<string> = new Set(
  `a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to
  was will with`.split(/\s+/),
);

/** The most frequent function words, folded. They are left out of German texts alone: `die` and `war` are English too. */
export const germanStopWords: ReadonlySet<string> = new Set(
  `aber als am an auch auf aus bei bis das dass dem den der des die durch ein eine einem einen einer eines er es fur hat
  ich ihr im in ist mit nach nicht noch nur oder sich sie sind so uber um und von vor war was wenn werden wie wird wir
  zu zum zur`.split(/\s+/),
);
