import type { Weakening } from './stronger.ts';

/**
 * Words that weaken a statement, in English, German and French. Texts are compared in lower case, as words with one
 * space between them and around them.
 */
export interface Marker {
  readonly kind: Weakening;
  /** Matches the weakening words in a clause of the source. */
  readonly source: RegExp;
  /** Matches words in the citing text that weaken as much. */
  readonly kept: RegExp;
  /** Applies to the whole sentence, not only to its clause. */
  readonly isWide?: true;
}

export const words = (list: string) => new RegExp(` (?:${list})(?= )`);

/** The French conditional, which marks hearsay; excludes imperfects such as `montrait` and `errait`. */
export const CONDITIONAL =
  '(?:se|au|sau|pour|dev)rai(?:t|ent)|[^ ]{2,24}[^ r]erai(?:t|ent)|[^ ]{1,24}(?:nd|ud|tt)rai(?:t|ent)';

export const HEDGING =
  'may|might|could|can|possib(?:le|ly|ility)|perhaps|maybe|probabl[ey]|likely|unlikely|presumably|apparently|allegedly|reportedly|supposedly|' +
  'seem(?:s|ed|ingly)?|appear(?:s|ed)?|suggest(?:s|ed|ing)?|indicat(?:es?|ed|ing|ions?)|hints?|points?|potential(?:ly)?|tentative(?:ly)?|' +
  'preliminary|uncertain|unclear|not (?:certain|sure|clear|proven)|doubt(?:s|ful)?|question(?:s|able)?|if|whether|suspect(?:s|ed)?|' +
  'hop(?:es?|ed|ing)|aim(?:s|ed)?|inten(?:ds?|ded|tions?)|plan(?:s|ned|ning)?|goals?|targets?|want(?:s|ed)?|expect(?:s|ed)?|' +
  'able|would|should|evidence|assum(?:es?|ed)|speculat(?:es?|ed|ion)|hypothes[ei]s|thought|believed?|so far|' +
  'könnten?|kann|können|möglich|möglicherweise|möglichkeit|vielleicht|vermutlich|vermut(?:et|en|ung)|wahrscheinlich|womöglich|wohl|' +
  'angeblich|mutmaßlich|schein(?:t|en|bar)|anscheinend|offenbar|soll(?:en|te|ten)?|dürften?|hinweise?|anzeichen|deute[tn]|' +
  'leg(?:t|en) nahe|nahe|unsicher|unklar|zweifel|fraglich|ob|würden?|denkbar|annahme|bisher|keineswegs sicher|wollen|' +
  'candidates?|(?:mögliche|denkbare)[nrs]?|advis(?:es?|ed)|must|needs?|debated?|disputed?|contested|controvers(?:ial|y)|nobody knows|sollten?|nachgesagt|zugeschrieben|angenommen|bezweifelt|' +
  'bezweifeln|umstritten|plausib(?:le|el)|verspr(?:icht|echen)|muss|müssen|raten|rät|empf(?:iehlt|ehlen|ohlen)|' +
  'peut|peuvent|possib(?:les?|ilité)|probable(?:ment|s)?|vraisemblabl(?:e|es|ement)|apparemment|sembl(?:e|ent|ait|aient)|paraît|suggèrent?|doutes?|douteu(?:x|ses?)|' +
  'incertaine?s?|hypothèses?|si|indices?|soupçonn(?:e|ent|é|ée|és)|supposée?s?|contestée?s?|doi(?:t|vent)|faut|présumée?s?|' +
  `${CONDITIONAL}|` +
  // Excludes the English "will", which promises.
  'will(?=(?: [^ ]+){0,12} (?:der|das|den|dem|ein|eine[nmrs]?|und|zu|mit|nicht|sich|von|bis|auf|werden|haben) )';

const CAREFUL = words(HEDGING);

const ANIMALS =
  'mice|mouse|rats?|animals?|rodents?|zebrafish|monkeys?|macaques?|primates|hamsters?|ferrets?|pigs?|dogs?|rabbits?|worms?|mäusen?|maus|ratten?|tieren?|tier|nagetieren?|affen|hunden?';

export const MARKERS: readonly Marker[] = [
  {
    kind: 'hedge',
    source: words(
      'may|(?<! the )might(?! of )|(?<!nobody |no one )could(?! not)|possibly|perhaps|maybe|probably|(?:un)?likely|presumably|apparently|allegedly|reportedly|supposedly|' +
        'seem(?:s|ed)? to|it seems|appear(?:s|ed)? to|it appears(?= (?:that|as|likely) )|(?:hope|aim|intend|plan)(?:s|ed)? to|suggest(?:s|ed)?|indicate[sd]?|potentially|it is possible|is believed to|' +
        'are believed to|is thought to|are thought to|hypothesi[sz]e[sd]?|speculate[sd]?|suspect(?:s|ed)?|' +
        'könnten?|möglicherweise|vielleicht|vermutlich|vermute[tn]|wahrscheinlich|womöglich|angeblich|mutmaßlich|scheint|scheinen|' +
        'anscheinend|offenbar|dürften?|hinweise? darauf|deute[tn] darauf|leg(?:t|en) nahe|für möglich|' +
        'soll(?:en)?(?= .{1,200} (?:haben|sein|worden sein) )|(?:wird|wurde|werden) (?:[^ ]+ )?(?:angenommen|vermutet|bezweifelt)|' +
        '(?<!no |without |any )doubt(?! that it)|doubts|doubted|doubtful|questionable|dubious|open question|(?:one|a|another|other) (?:possible|plausible|likely)|' +
        'should(?! not)|ought to|' +
        'zweifelhaft|fraglich|(?<!kein |ohne |keinen |jeden )zweifel(?! mehr)|bezweifelt|bezweifeln|offene frage|(?:mögliche|denkbare)[nrs]? (?:grund|gründe|ursachen?|erklärung(?:en)?|folgen?|auslöser)|' +
        'sollten?(?= .{1,200}en )|' +
        'peut être|probablement|vraisemblablement|vraisemblance|apparemment|semblent|(?<!comme bon lui )semble|semble t il|paraît il|il paraît|suggère(?:nt)?|(?<!aucun |nul |hors de )doute|doutes|' +
        'douteu(?:x|ses?)|incertaine?s?|il est possible|(?:causes?|raisons?|explications?|origines?) (?:possible|probable)s?|(?:possible|probable)s? (?:causes?|raisons?|explications?)|hypothèses?|reste(?:nt)? (?:contestée?s?|ouverte?s?)|' +
        CONDITIONAL,
    ),
    kept: CAREFUL,
  },
  {
    kind: 'hedge',
    source: words(
      `(?:in|among|on|bei|an|protect(?:s|ed)|cure[sd]?|treated|infected|given to) (?:[^ ]+ )?(?:${ANIMALS}|vitro|cell culture|zellkulturen?)`,
    ),
    kept: words(`${ANIMALS}|vitro|cells?|cultures?|zell[^ ]*`),
    isWide: true,
  },
  {
    kind: 'hedge',
    source: words(
      '(?:an? )?(?:[^ ]+ )?pilot(?: study| trial)?|small (?:[^ ]+ )?(?:study|trial|sample|survey)|preliminary (?:results|findings|data|evidence)|' +
        'kleinen? (?:[^ ]+ )?(?:studie|stichprobe|umfrage)|pilotstudie|vorläufigen?(?: ergebnisse?n?)?',
    ),
    kept: words(
      'pilot|stud(?:y|ies)|trials?|sample|survey|preliminary|early|results?|findings?|data|so far|tentative(?:ly)?|studien?|pilotstudie|' +
        'stichprobe|umfrage|vorläufig(?:en?)?|ergebnisse?n?|bisher',
    ),
    isWide: true,
  },
  {
    kind: 'hedge',
    source: words(
      'disputed|contested|controversial|debated|not (?:universally|generally|widely) accepted|contestée?s?|controversée?s?|pas (?:unanimement|généralement) (?:admise?|acceptée?)|inconclusive|(?:is|are|was|were|remains?) (?:unclear|mixed)|umstritten|strittig|(?:ist|sind|bleibt) unklar|uneinheitlich',
    ),
    kept: words(
      `accepted|admise?s?|acceptée?s?|contestée?s?|controversée?s?|mais|certaine?s|plusieurs|cependant|disput(?:ed|e)|contested|controvers(?:ial|y)|debate[sd]?|inconclusive|mixed|some|but|however|although|one|two|three|several|umstritten|strittig|` +
        `uneinheitlich|einige|einzelne|manche|aber|doch|jedoch|zwar|${HEDGING}`,
    ),
    isWide: true,
  },
  {
    kind: 'strength',
    source: words(
      'some(?! \\d| time| day)|(?<! a )few(?! (?:dis|un|op)[a-z]{3,})|a minority of|certaine?s|quelques|une minorité|einige|manche|einzelne|vereinzelte?|wenige',
    ),
    kept: words(
      'some|few|several|certain|certaine?s|quelques|plusieurs|partie|minorité|parfois|il y a|number of|minority|parts?|various|individual|in places|not all|there are|einige[nr]?|manche[nr]?|einzelne[nr]?|' +
        'vereinzelte?|wenige[nr]?|teil|teile|mehrere[nr]?|bestimmte[nr]?|gewisse|nicht alle|es gibt|here and there|partly|sometimes|teils|manchmal',
    ),
  },
  {
    kind: 'strength',
    source: words(
      '(?<! the | at )most|mostly|usually|(?<! as | so | how )often|generally|typically|in der regel|meist|meistens|meisten|(?<! so | wie | zu )(?:oft|häufig)|normalerweise|la plupart|souvent|généralement|en général|d ordinaire|le plus souvent',
    ),
    kept: words(
      'la plupart|souvent|général(?:ement)?|ordinaire|habituellement|majorité|surtout|principalement|parfois|peut|peuvent|presque|most|mostly|usually|often|generally|typically|majority|bulk|largely|mainly|frequent(?:ly)?|commonly|tend(?:s|ed)?|many|nearly|almost|regularly|' +
        'sometimes|can|may|normally|as a rule|more often|in der regel|meist|meistens|meisten|oft|häufig|gewöhnlich|normalerweise|mehrheit|' +
        'überwiegend|großteil|vielfach|viele|fast|manchmal|kann|können|typisch(?:erweise)?|üblicherweise',
    ),
  },
  {
    kind: 'strength',
    source: words(
      'rarely|seldom|sometimes|occasionally|partly|partially|in part|selten|manchmal|gelegentlich|teilweise|teils|zum teil|bisweilen|rarement|parfois|en partie|partiellement|quelquefois',
    ),
    kept: words(
      'rare(?:s|ment)?|parfois|partie|partiellement|quelquefois|peut|peuvent|certaine?s|quelques|peu|rare(?:ly)?|seldom|sometimes|occasional(?:ly)?|partly|partially|parts?|hardly|infrequent(?:ly)?|mostly|usually|meist|meistens|at times|now and then|not always|can|may|some|few|' +
        'selten|manchmal|gelegentlich|teilweise|teils|teil|bisweilen|kaum|nicht immer|kann|können|mitunter|ab und zu|einige|manche',
    ),
  },
  {
    kind: 'strength',
    source:
      / (?:up to|at most|(?:no|not) more than|as (?:much|many) as|nearly|almost|close to|bis zu|höchstens|maximal|nicht mehr als|fast|beinahe|knapp|nahezu|jusqu à|au plus|au maximum|presque|près de)(?= (?:an? |die |der |ein |la |le )?(?:moitié|deux|trois|quatre|cinq|dix|tous|toutes|\d|half|two|three|four|five|ten|all|every|hälfte|zwei|drei|alle|jede))/,
    kept: words(
      'jusqu|plus|maximum|presque|près|moins|environ|quelque|up to|at most|more than|as much as|as many as|maximum|under|below|less|fewer|nearly|almost|close to|just|about|around|roughly|approximately|some|' +
        'can|may|bis zu|höchstens|maximal|unter|weniger|mehr als|fast|beinahe|knapp|nahezu|etwa|rund|ungefähr|circa|ca|gut',
    ),
  },
  {
    kind: 'strength',
    source:
      / (?:at least|no (?:fewer|less) than|not (?:fewer|less) than|a minimum of|upwards? of|mindestens|wenigstens|zumindest|nicht weniger als|au moins|au minimum)(?= (?:an? |die |der |ein |la |le )?(?:moitié|deux|trois|quatre|cinq|dix|\d|half|two|three|four|five|six|ten|a dozen|hälfte|zwei|drei|vier))/,
    kept: words(
      'moins|minimum|plus|environ|at least|at the least|more|over|above|minimum|plus|exceed(?:s|ed|ing)?|fewer than|less than|from|upwards?|about|around|some|several|' +
        'mindestens|wenigstens|zumindest|über|mehr|ab|weniger als|gut|etwa|rund',
    ),
  },
  {
    kind: 'strength',
    source:
      / (?:between \d[\d.,]* (?:[^ ]+ )?and|from \d[\d.,]* (?:[^ ]+ )?to|zwischen \d[\d.,]* (?:[^ ]+ )?und|\d[\d.,]* (?:to|bis)) (?=\d[\d.,]* (?:percent|per|prozent|degrees|grad|times|mal|million|millionen) )/,
    kept: words(
      'between|from|to|and|range[sd]?|up to|as much as|at most|at least|more than|less than|over|under|about|around|roughly|average|mean|some|' +
        'zwischen|von|bis|und|höchstens|mindestens|mehr als|weniger als|über|unter|etwa|rund|ungefähr|durchschnitt(?:lich)?|mittel',
    ),
    isWide: true,
  },
  {
    kind: 'strength',
    source: words(
      'slight(?:ly)?|marginal(?:ly)?|modest(?:ly)?|weak(?:ly)?|somewhat|schwache[nrs]?|geringfügig(?:e[nrs]?)?|leichte[nrs]?',
    ),
    kept: words(
      'slight(?:ly)?|marginal(?:ly)?|modest(?:ly)?|weak(?:ly)?|somewhat|little|small|minor|a bit|low|schwach(?:e[nrs]?)?|gering(?:e[nrs]?)?|' +
        'geringfügig(?:e[nrs]?)?|leicht(?:e[nrs]?)?|klein(?:e[nrs]?)?|etwas|wenig|kaum',
    ),
  },
];

/** "The cause", "the first", but not "one of the first". */
const THE_ONE =
  / (?:(?<! one of | among | some of | two of | several of )the (?:(?:main|only|real|sole|chief|principal|key|true) )?(?:cause|reason|factor|source|driver|explanation|origin|culprit|motive|purpose|goal|aim|first|oldest|earliest|largest|biggest)|(?<! eine | einer | einige | zwei | von | unter | zu )(?:die|der|den) (?:wichtigste[nr]? |einzige[nr]? )?(?:hauptursache|ursache|hauptgrund|grund|auslöser|faktor|erste[nrs]?|älteste[nrs]?|größte[nrs]?))(?= )/;

/** Words that strengthen a claim, and the words of a source that justify them. */
export const ADDED: readonly { readonly claim: RegExp; readonly allowed: RegExp; readonly needs?: RegExp }[] = [
  {
    claim:
      / (?:(?<! at| after| above) all|every|everyone|everybody|always|never|none|nobody|entirely|completely|alle[nrs]?|jede[nrsm]?|immer|niemals|nie|niemand|sämtliche[nr]?|ausnahmslos|vollständig)(?= )/,
    allowed:
      / (?:all|every|each|everyone|everybody|always|never|no|none|not|nobody|nothing|nowhere|entire(?:ly)?|complete(?:ly)?|whole|any|without|only|alle[nrsm]?|alles|jede[nrsm]?|immer|niemals|nie|niemand|nichts|kein(?:e[nrsm]?)?|nicht|ohne|sämtliche[nr]?|ausnahmslos|vollständig|ganz(?:e[nrs]?)?|nur|ausschließlich|stets)(?= )/,
    needs:
      / (?:some|many|most|mostly|few|several|often|usually|sometimes|rarely|seldom|occasionally|partly|may|might|could|nearly|almost|half|tend|tends|generally|typically|einige|manche|viele|meisten?|meistens|oft|häufig|manchmal|selten|teilweise|teils|wenige|einzelne|fast|kann|können|könnten?|in der regel)(?= )/,
  },
  {
    claim:
      / (?:prove[sdn]?|proof|certainly|definitely|undoubtedly|unquestionably|beweis(?:t|en)?|bewiesen|eindeutig|zweifellos|definitiv|mit sicherheit)(?= )/,
    allowed:
      / (?:prov(?:e[sdn]?|ing)|proof|certain(?:ly|ty)?|definite(?:ly)?|undoubtedly|no doubt|clear(?:ly)?|demonstrate[sd]?|establish(?:es|ed)?|beweis(?:t|e|en)?|bewiesen|eindeutig(?:e[nrs]?)?|zweifel(?:los)?|definitiv|sicher(?:heit)?|nachgewiesen|belegt?)(?= )/,
  },
  {
    claim:
      / (?:cause[sd]?|prevent(?:s|ed)?|led to|leads? to|protects?|protected|reduce[sd]?|lower(?:s|ed)|increase[sd]?|raise[sd]?|verursach(?:t|en|te)|verhinder(?:t|n|te)|führ(?:t|en|te) zu|bewirk(?:t|en|te)|schütz(?:t|en|te)|senk(?:t|en|te)|erhöh(?:t|en|te))(?= )/,
    allowed:
      / (?:because|caus(?:e[sd]?|ing|al)|prevent(?:s|ed|ing)?|led|leads?|leading|protect(?:s|ed|ing|ion)?|reduc(?:e[sd]?|ing|tion)|lower(?:s|ed|ing)|increas(?:e[sd]?|ing)|rais(?:e[sd]?|ing)|result(?:s|ed)? in|made|makes?|due|wegen|weil|verursach(?:t|en|te)|verhinder(?:t|n|te)|führ(?:t|en|te)|bewirk(?:t|en|te)|schütz(?:t|en|te)|senk(?:t|en|te)|erhöh(?:t|en|te)|durch|macht?e?n?)(?= )/,
    needs:
      / (?:associat(?:ed|ion)|correlat(?:e[sd]?|ion)|linked|link|related|relationship|contribut(?:e[sd]?|ing)|coincided?|assoziiert|korrelier(?:t|en)|korrelation|zusammenhang|zusammenhängen?|hängt|hängen|einher|beitrug|beigetragen|trug|trägt)(?= )/,
  },
  {
    claim: THE_ONE,
    allowed: THE_ONE,
    needs:
      / (?:(?:one|some|two|several|a few|part) of (?:the|several|many|its|their|his|her)|among the|an? (?:possible )?(?:cause|reason|factor|source|driver)|eine[rs]? (?:von|der|unter|seiner|ihrer|mehreren|vielen)|einige der|zu den|unter den)(?= )/,
  },
  {
    claim: / (?:caused|causes|because of|due to|verursachte?n?|verursacht|wegen|bewirkte)(?= )/,
    allowed:
      / (?:because|caus(?:e[sd]?|ing|al)|due|owing|result(?:s|ed|ing)?|led|leads|therefore|so|hence|thus|wegen|weil|verursach(?:t|en|te)|deshalb|daher|darum|durch|infolge|aufgrund)(?= )/,
    needs: / (?:follow(?:s|ed)|preceded|precedes|came after|coincided|folgten?|danach|daraufhin|zeitgleich)(?= )/,
  },
];

/**
 * The beginning of a condition, which the following words name. Excludes `if` after a verb of asking, and `when` for a
 * single event, which only participles and the present tense distinguish.
 */
export const CONDITION =
  / (?:(?<! as | even | ask | asks | asked | wonder | wonders | wondered | see | know | knows | knew | what | test | tested | unclear )if(?! any | ever | not )|only when|unless|provided(?: that)?|as long as|on condition that|in case|assuming(?: that)?|when(?= (?:not |left |it is |they are )?(?:un[a-z]{4,}|[a-z]{3,}ed|exposed|left|kept|given|taken) )|falls(?= (?:der|die|das|es|sie|er|wir|ein|eine|man|nicht|keine?) )|sofern|solange|vorausgesetzt(?: dass)?|es sei denn|nur wenn|(?<! auch | als | außer | immer | und )wenn(?! auch ))(?= )/;
/** A sentence with one of these keeps a condition. */
export const KEEPS_CONDITION = words(
  'if|when|whenever|where|unless|provided|providing|as long as|so long as|in case|assuming|without|until|otherwise|once|given|depend(?:s|ed|ing)?|' +
    'condition(?:s|al|ally)?|requires?|required|needs?|only|can|may|might|could|would|falls(?= (?:der|die|das|es|sie|er|wir|ein|eine|man|nicht|keine?) )|sofern|solange|vorausgesetzt|wenn|sobald|ohne|bis|bei|unter|' +
    'sonst|bedingung(?:en)?|abhängig|hängt|nur|kann|können|könnten?|würden?',
);

/** Words that express a denial besides the negators. */
export const DENYING = words(
  'doubt(?:s|ed|ful)?|question(?:s|ed|able)?|whether|unknown|zweifel(?:haft|n)?|bezweifelt|fraglich|ob|doutes?|douteu(?:x|ses?)|manqu(?:e|ent|ait|é)|absen(?:t|te|ce)|' +
    'without|lack(?:s|ed|ing)?|fail(?:s|ed|ure)?|rather than|instead|except|exempt|exclud(?:es?|ed)|nowhere|far from|hardly|only|earliest|refus(?:es?|ed)|' +
    'den(?:y|ies|ied)|avoid(?:s|ed)?|miss(?:es|ed|ing)?|absent|absence|free of|stop(?:s|ped)?|unable|impossible|rul(?:es|ed) out|against|un[a-z]{4,}|' +
    'false|wrong|ohne|fehl(?:t|en|te|ten)|statt|anstatt|außer|ausgenommen|keineswegs|frühestens|spätestens|nirgends|kaum|weder|verzicht(?:et|en)|' +
    'scheiter(?:t|te|n)|verweiger(?:t|te|n)|verbot(?:en)?|ausgeschlossen|frei von|un[a-zäöüß]{4,}|nur|falsch|widerleg(?:t|en|te)|gegen',
);

/** Negative phrases that deny nothing. */
export const NOT_DENYING =
  / (?:not without|nicht ohne|not only|not just|not merely|not least|no (?:more|fewer|less) than|not (?:more|less) than|no doubt|without (?:any )?doubt|sans (?:aucun )?doute|nul doute|aucun doute|non seulement|pas seulement|(?:kein|keinen|ohne|ohne jeden) zweifel|nothing but|nicht nur|nicht zuletzt|nicht (?:mehr|weniger) als|nicht bloß)(?= )/;
