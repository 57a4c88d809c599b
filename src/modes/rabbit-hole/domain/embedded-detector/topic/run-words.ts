const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));
/** Words allowed inside a name. */
export const LINKS = setOf(
  `of in on for from at to into with by between behind during without against and or the a an von vom des im fur mit
  auf vor aus ohne gegen und oder der die das dem den ein eine einen einem einer`,
);
export const EXAMPLES = setOf('like wie');
export const ASIDES = setOf('before after until since because although instead weil bevor nachdem');
/** Words without meaning in a name, which separate what surrounds them. */
export const EMPTY = setOf(
  `others named called considered born way there healthier happier bigger larger longer older whats hows wheres deal
  per every compare compares compared relate related similar connected linked ourselves themselves himself herself
  itself myself yourself based difference differences unterschied unterschiede seit woraus wovon womit worin besteht
  bestehen manche mancher manches manchen einige einigen jede jeder jedes jeden kommt kommen kam passiert passierte
  funktioniert funktionieren entsteht entstehen leute leuten menschen mensch sekunden minuten stunden`,
);
export const SUBJECTS = setOf('i you we they he she it');
export const DOERS = setOf('i you we they people');
export const STATES: ReadonlyMap<string, string> = new Map([
  ...['get', 'gets', 'got'].map((form) => [form, 'getting'] as const),
  ...['become', 'becomes', 'became'].map((form) => [form, 'becoming'] as const),
  ...['go', 'goes', 'went'].map((form) => [form, 'going'] as const),
]);
/** Verbs before a name; no other verb is searched in it. */
export const VERBS = setOf('make makes get need want take see have has');
export const RELATIVES = setOf('that which who');
export const DEGREES = setOf('so very quite this');
export const HELPERS = setOf('do does did can could will would should might may must to');
export const DO = setOf('do does did');
export const MODALS = setOf('to can could will would should might may must');
/** Words before a noun that say nothing about its relation. */
export const ARTICLES = setOf('the a an der die das dem den ein eine einen einem einer');
export const HAVE = setOf('have has had');
/** Words that are skipped, because they would separate what belongs together. */
export const ADVERBS = setOf(
  'ever also even just really actually always still too more less much many some any together different their its his her my our your',
);
export const PASSIVE = setOf('is are was were be been being get gets got');
/** Nouns that depend on the word before: "leap years". */
export const LIGHT_NOUNS = setOf(
  'people life lives day days week weeks month months year years night nights time times',
);
/** Verbs; a noun directly before one of them is no verb: "how does birth control work". */
export const OTHER_VERBS = setOf(
  'work works feel feels look looks mean means come comes know knows happen happens get',
);
export const BE = setOf('is are was were');
/** The description continues. */
export const GOES_ON = setOf('of to for');
export const CHOICES = setOf('and or und oder');
export const ASKERS = setOf('who what which');
