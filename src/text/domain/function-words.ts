const ENGLISH = `a an the and or but if then so than that this these those there here it its he she they them their his
  her him hers theirs we us our ours you your yours yourself i me my mine myself is are was were be been being am do does
  did doing done has have had having will would can could shall should may might must of in on at by to for from with
  as onto into about during also too very just even still such own further when where why how what which who whom whose
  while until since not no nor never yes yeah yep nope ok okay oh ah hey hi hello wow well really quite actually
  basically maybe perhaps probably something anything nothing everything someone anyone everyone anybody everybody
  somebody thing things stuff kind sort one ones let lets please thanks thank sure only over under between through
  any all most many much few other another same up out off down again both each before after more less because though
  although however anyway ever always sometimes often usually already yet now today else instead rather almost around
  without within against upon s t d ll m re ve im ive dont cant lol ha haha hmm um uh gonna wanna gotta cannot wait
  like get gets got getting go goes going went come comes coming say says said tell told know knows knew known think thinks
  thought mean means make makes made take takes took want wants need needs see look looks lot lots bit way
  first second next last also away came wanted went quickly`;

const GERMAN = `der die das den dem des ein eine einen einem einer eines und oder aber wenn dann so als dass dies diese
  dieser dieses diesen diesem es er sie ihr ihre ihren ihrem ihnen sein seine wir uns unser du dein deine ich mich mir
  mein meine ist sind war waren bin bist wird werden wurde wurden worden hat haben hatte hast habe kann konnen konnte kannst
  soll sollte muss mussen musst darf will willst mochte von im am auf aus bei beim mit nach zu zum zur fur uber unter
  vor durch um wie was wer wo warum weshalb wieso wozu woher wohin wann welche welcher welches weil auch noch nur schon
  sehr man sich da doch etwa etwas nichts ja nein nicht kein keine keinen mal eigentlich denn eben halt gibt geht ob
  sowas solche solchen jetzt hier dort mehr viel viele alle alles immer nie oft ganz gar ins ans vom glaube denke weiss
  also heisst bitte danke gut`;

/** French function words, only for comparing sentences: the index of words does not use them. */
export const frenchFunctionWords: ReadonlySet<string> = new Set(
  `le la les l un une des du de d et ou mais donc que qu qui quoi dont ce c cet cette ces il elle ils elles on se s son sa ses leur
  leurs est sont etait etaient ete etre a ont avait avaient avoir au aux en dans par pour sur sous avec y plus tres aussi
  n ne pas si comme sans entre depuis apres avant`.split(/\s+/),
);

const english = new Set(ENGLISH.split(/\s+/));
const german = new Set(GERMAN.split(/\s+/));

export const englishFunctionWords: ReadonlySet<string> = english;

/** Number of German function words minus the number of English ones among these folded forms. */
export function moreGerman(forms: readonly string[]): number {
  const only = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
    forms.filter((form) => one.has(form) && !other.has(form)).length;
  return only(german, english) - only(english, german);
}

/** Closed word classes of English and German, folded; they include more words than the stop words of either. */
export const functionWords: ReadonlySet<string> = new Set([...english, ...german]);

/** Nouns that rarely name the subject. */
export const vagueWords: ReadonlySet<string> = new Set(
  `good great nice cool awesome bad best better worst big small little new old long short fun funny interesting amazing
  happy sad sorry glad true right wrong love loves loved like liked likes enjoy enjoys hate hates hope feel feels felt
  use used using try tried trying start started work works find found keep give gave put help call called ask asked
  talk talking happen happens happened day days time times year years week month night morning evening tonight
  tomorrow yesterday favorite favourite pretty much hard easy able different free real live lives living person people
  guy man everyone name part end place side point question answer idea reason example word number two three four five
  hear heard watch seem seems sound sounds bet guess wish agree understand wonder care mind wonderful lovely crazy
  stay stays begin begins become becomes turn turns contain exist exists function decide decides decided
  gern wirklich grosse gross klein kleine gute guten neu neue mensch menschen`
    .split(/\s+/)
    .filter((word) => !functionWords.has(word)),
);

/** Words about a conversation rather than its subject. */
export const talkWords: ReadonlySet<string> = new Set(
  `tell say said says give gave show explain elaborate expand continue go going keep carry please thanks thank ok okay yes
  yeah no sure right great nice good interesting interested cool wow hm hmm well more further else other another others
  next again deeper detail details example examples instance point points thing things something anything everything part
  first second third last one ones two three mean means meaning think thought thoughts idea ideas question questions
  answer answers source sources note notes contradict contradicts connect connects connection connections write writes
  writing compare contrarian argue fault curious wonder wondering want wants like know see understand help make sense really actually maybe
  perhaps lot little bit much many few way ways kind sort side angle take about why how what which who when where
  erzahl erzahle sag sage mehr weiter genauer bitte danke ja nein gut spannend interessant beispiel beispiele noch etwas
  sonst dazu davon daruber argues warum wieso wie was welche welcher welches erklar erklare meinst denkst punkt summarise summarize summary quote
  quotes overview zusammenfassung zusammen fasse zitat zitate`.split(/\s+/),
);
