import { CONDITIONAL, HEDGING, type Marker, words } from './markers.ts';

/** Words that show that a sentence reports what somebody says. */
const SAYING =
  'accord(?:ing|ed)|accounts?|argu(?:es?|ed|ing|ment)|claim(?:s|ed|ing)?|sa(?:ys?|id)|believ(?:es?|ed)|think(?:s|ing)?|thought|contends?|maintain(?:s|ed)?|' +
  'holds?|held|insist(?:s|ed)?|assert(?:s|ed)?|suspect(?:s|ed)?|warn(?:s|ed)?|predict(?:s|ed)?|estimat(?:es?|ed)|stat(?:es|ed)|writes?|wrote|tells?|told|' +
  'reports?|reported|considers?|considered|views?|eyes|opinion|calls?|called|sees|saw|puts?|describes?|described|quot(?:es?|ed)|declare[sd]?|conclu(?:des?|ded|sions?)|' +
  'findings?|accus(?:es?|ed|ation)|alleg(?:es?|ed|ations?)|rumou?r(?:s|ed)?|legends?|tales?|story|stories|tradition|reput(?:ed|ation)|recommend(?:s|ed|ations?)?|urg(?:es?|ed)|' +
  'propos(?:es?|ed|als?)|complain(?:s|ed|ts?)?|advertise[sd]?|regard(?:s|ed)?|so called|' +
  'laut|zufolge|ansicht|meinung|meint|meinen|angaben?|auffassung|behaupte[tn]|glaub(?:t|en)|sag(?:t|en|te)|argumentier(?:t|en)|berichte[nt]?|' +
  'vermut(?:et|en|ung)|schätz(?:t|en)|denkt|denken|h(?:ält|alten)(?= .{1,80} für )|sieht|sehen|vertritt|vertreten|schreib(?:t|en)|nennt|nennen|für .{1,40} ist|so|gilt|gelten|galt|galten|' +
  'nachgesagt|zugeschrieben|sage|legende|erzähl(?:t|en|ung)|heißt|sei|seien|habe|aus(?:sage|gehen)|geht .{1,60} aus|spricht|sprechen|sicht|vor(?:wurf|wirft)|vorgeworfen|' +
  'selon|d après|aux? (?:dires|yeux)|avis|affirm(?:e|ent|é|ait)|estim(?:e|ent|é|ait)|prétend(?:ent|u)?|soutien(?:t|nent)|dé(?:clar|nonc)(?:e|ent|é|ait)|assur(?:e|ent|é)|jug(?:e|ent|é|ée)|' +
  'pens(?:e|ent|é)|croi(?:t|ent)|considèrent?|considérée?s?|di(?:t|sent|re)|légende|racont(?:e|ent|é)|rumeurs?|réputée?s?|passe(?:nt)? pour|recommand(?:e|ent|é|ation)|conseil(?:le|lent|lé)?|propos(?:e|ent|é)|' +
  'accus(?:e|ent|é|ée|ation)|attribu(?:e|ent|é|ée)|vu[es]? comme';

const PEOPLE =
  'historians?|critics?|experts?|scholars|opponents|supporters|researchers|scientists|economists|residents|villagers|archaeologists|engineers|philosophers|' +
  'historiens?|historiennes|critiques|expert(?:e?s)|spécialistes|chercheurs|savants|opposants|partisans|riverains|habitants|archéologues|économistes|' +
  'historiker|kritiker|experten|fachleute|forscher|gegner|anhänger|befürworter|anwohner|archäologen|ökonomen';

/** Verbs of saying, and verbs that are such only before a clause or "as". */
const VERBS =
  'argue[sd]?|contend(?:s|ed)?|maintain(?:s|ed)?|believe[sd]?|thinks?|says?|said|insist(?:s|ed)?|assert(?:s|ed)?|suspect(?:s|ed)?|considers?|considered|deems?|deemed|' +
  '(?:claim(?:s|ed)?|holds?|state[sd]?|reports?|reported|writes?|wrote|estimate[sd]?|warn(?:s|ed)?|predict(?:s|ed)?|conclude[sd]?|complain(?:s|ed)?|declare[sd]?|allege[sd]?|announce[sd]?|promise[sd]?)(?= that )|' +
  '(?:claimed|stated|reported|writes|wrote|warn(?:s|ed)|predict(?:s|ed)|conclude[sd]|complain(?:s|ed)|declare[sd]|alleged|announced)(?= $)|' +
  '(?:recommend(?:s|ed)?|propose[sd]?|advise[sd]?|urge[sd]?|demand(?:s|ed)?)(?= (?:that|to|against|[a-z]+ing) )|tells? of|told of|' +
  '(?:describe[sd]?|advertise[sd]?|regard(?:s|ed)?|portray(?:s|ed)?|praise[sd]?|condemn(?:s|ed)?|dismiss(?:es|ed)?|sees?|saw|views?|viewed)(?= (?:[^ ]+ ){1,6}as )|' +
  'meint|meinen|behaupte[tn]|glaub(?:t|en)|sag(?:t|en)|argumentier(?:t|en)|vermute[tn]|schätz(?:t|en)|denkt|hält|halten|spricht von|sprechen von|(?:geht|gehen) davon aus|' +
  '(?:gibt|geben|gab|gaben) an(?= dass )|(?:teilt|teilen|teilte|teilten) mit(?= dass )|(?:empfiehlt|empfehlen|rät|raten|fordert|fordern|verlangt|verlangen|klagt|klagen|erklärt|erklären|berichtet|berichten|versichert|versichern)(?= (?:dass |$))|' +
  '(?:affirme|estime|prétend|soutien|déclare|assure|juge|pense|croi|considère|dénonce|rapporte|raconte)(?:nt|t|ent)?(?= (?:que |qu |$))|(?:prétendent|soutiennent|croient)(?= (?:que |qu |$))|(?:recommande|conseille|propose|demande)(?:nt)?(?= (?:que|qu|de|d|à|aux?) )';

/**
 * Attributions name who says something, so they are read with their clause: see `stronger.ts`. `alone` is a clause that
 * contains only an attribution and that the other patterns miss: "so Meyer", "wie der Betreiber mitteilt", "for
 * historians".
 */
export const ATTRIBUTION = {
  /** Includes the words before the verb, which name the speaker. */
  behind: new RegExp(`^(?<who>(?: [^ ]+){1,6}?) (?:${VERBS}) `),
  around:
    /(?: according to| in the (?:view|opinion|words|eyes) of| laut| nach (?:ansicht|meinung|angaben|auffassung|einschätzung|aussage|darstellung)(?: von| des| der)?| aus (?:der )?sicht(?: von| des| der)?|^ selon(?! (?:la saison|le cas|les cas|le moment|l âge))| d après| aux (?:dires|yeux) d(?:e|es|u))(?<who>(?: [^ ]+){1,3})|^(?<name>(?: [^ ]+){1,3}) zufolge |^ in (?<owner>[^ ]+s|his|her|their) (?:view|opinion|words|eyes|account) /,
  alone: new RegExp(
    `^(?: so(?<so>(?: [^ ]+){1,3})| (?:says?|said|argue[sd]?|writes?|wrote|sagt|meint|schreibt|glaubt|affirme|estime|explique|dit|assure|juge|raconte)(?<by>(?: [^ ]+){1,4})| (?:wie|as|comme)(?<as>(?: [^ ]+){1,5}) (?:mitteil(?:t|en|te|ten)|bericht(?:et|en)|sag(?:t|en)|schreib(?:t|en)|erklär(?:t|en)|angib?e?(?:t|n)|meint|meinen|claims?|says?|writes?|argues?|affirme(?:nt)?|explique(?:nt)?)| (?:for|pour|für) (?:the |most |many |les |des |die |viele )?(?<people>${PEOPLE})) $`,
  ),
  kept: words(`${SAYING}|${CONDITIONAL}`),
} as const;

/** Words of hearsay and advice that name nobody. */
export const HEARSAY: Marker = {
  kind: 'attribution',
  source: words(
    '(?:is|are|was|were|be|been) (?:widely |often |sometimes |generally |also )?(?:said to|reported to|reputed to|rumou?red to|alleged to|held to|claimed to|accused of|suspected of|supposed to|advised to|recommended)|' +
      'it (?:is|was|has been|had been) (?:[^ ]+ )?(?:said|claimed|proposed|argued|alleged|reported|suggested|rumou?red|recommended|assumed) that|' +
      '(?:claims?|claimed) to (?:be|have)|(?:legend|rumou?r|tradition|folklore) (?:has it|says|holds)|so the story goes|so called(?= [^ ]+ (?:cure|proof|evidence))|' +
      '(?:gilt|gelten|galt|galten) (?:[^ ]+ ){0,4}als|der (?:sage|legende|überlieferung) nach|(?:wird|wurde|werden|wurden) (?:[^ ]+ ){0,3}nachgesagt|es heißt|man sagt|' +
      '(?:wird|wurde|werden|wurden) (?:[^ ]+ ){0,5}(?:vorgeworfen|behauptet|empfohlen)|' +
      'la légende (?:veut|dit|raconte)|la rumeur (?:veut|dit)|passe(?:nt)? pour|(?:est|sont) réputée?s?|(?:est|sont|était|étaient) (?:accusée?s?|soupçonnée?s?) d|on (?:dit|raconte|prétend) qu[e]?|' +
      '(?:est|sont) (?:recommandée?s?|conseillée?s?)',
  ),
  kept: words(`${SAYING}|${HEDGING}`),
};
