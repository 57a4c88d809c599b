const LISTS = {
  english: `a an the and or but if then so than that this these those there here it its he she they them their his her
    him we us our you your i me my mine is are was were be been being am do does did doing done has have had having will
    would can could shall should may might must of in on at by to for from with as onto about during also too very just even still such some own further when where why how what which who whom whose while until since get gets
    got go goes like well really quite actually basically think thinks guess believe remember recall know mean means
    maybe perhaps probably something anything thing things kind sort one ones let lets sure yes yeah ok okay it's i'm
    that's there's etc e.g i.e per via among`,
  german: `der die das den dem des ein eine einen einem einer eines und oder aber wenn dann so als dass daß dies diese
    dieser dieses es er sie ihr ihre ihren sein seine wir uns unser du dein ich mich mir mein ist sind war waren bin
    wird werden wurde worden hat haben hatte kann können konnte soll muss müssen darf von in im an am auf aus bei beim
    mit nach vom zu zum zur für über unter vor durch um wie was wer wo warum weil auch noch nur schon sehr man sich da doch
    etwa etwas glaube denke weiß ja`,
  french: `le la les un une des du de d l et ou mais si alors que qui quoi dont où ce cet cette ces il elle ils elles on
    nous vous je tu me te se son sa ses leur leurs mon ma mes est sont était être été a ont avait avoir peut peuvent
    doit dans en sur sous par pour avec sans vers chez au aux comme aussi très plus tout tous toute y c'est crois pense
    oui`,
  spanish: `el la los las un una unos unas de del y o pero si entonces que quien cual donde este esta estos estas ese esa
    eso esto lo le les se su sus mi mis tu tus yo él ella ellos nosotros es son era fue ser sido está están ha han había
    haber puede pueden debe en a al por para con sobre entre desde hasta como también muy más todo todos hay creo
    pienso sí`,
  italian: `il lo la i gli le un uno una di del della dello dei degli delle e o ma se allora che chi cui dove questo
    questa questi queste quello quella esso essa si suo sua suoi sue mio tuo io lui lei loro noi voi è sono era essere
    stato ha hanno aveva avere può possono deve in nel nella a al alla da dal dalla per con su sul sulla tra fra come
    anche molto più tutto tutti c'è credo penso sì`,
  dutch: `de het een en of maar als dan dat die dit deze er hij zij ze hun wij we ons jij je ik mij mijn is zijn was
    waren wordt worden werd heeft hebben had kan kunnen moet van in op aan uit bij met naar te tot voor over onder door
    om hoe wat wie waar omdat ook nog alleen zeer men zich denk`,
  portuguese: `o a os as um uma uns umas de do da dos das e ou mas se então que quem qual onde este esta esse essa isso
    isto ele ela eles elas seu sua meu minha eu nós é são era foi ser sido está estão tem têm tinha pode podem deve em
    no na nos nas ao à por para com sobre entre desde até como também muito mais tudo todos há acho penso sim`,
} as const;

/** Words with little meaning: they count half. */
export const lightWords: ReadonlySet<string> = new Set(
  `over under between through any all most many much few other another same up out off down again both each only into
  before after more less first make use go come take need happen look see find put give keep way able try work start
  become different because new good big small lot feel
  seem act right once bring let`.split(/\s+/),
);

export type StopWords = ReadonlySet<string>;

type WordLanguage = keyof typeof LISTS;

const SETS = Object.entries(LISTS).map(([name, list]) => ({
  name: name as WordLanguage,
  set: new Set(list.split(/\s+/)) as StopWords,
}));
const ENGLISH: StopWords = SETS[0]?.set ?? new Set();

/** One set per language, so that caches keyed by it stay valid. */
const WITH_ENGLISH = new Map(
  SETS.map(({ name, set }) => [name, set === ENGLISH ? ENGLISH : new Set([...ENGLISH, ...set])]),
);

/**
 * The function words of the text's main language, plus the English ones. Decided for a whole set, because `die`,
 * `war` or `son` are function words in one language and content words in another.
 */
export function stopWordsFor(text: string): StopWords {
  return WITH_ENGLISH.get(languageByWords(text) ?? 'english') ?? ENGLISH;
}

/** The language with the most function words in a text; null if there are none, or as many English ones: “was”. */
export function languageByWords(text: string): WordLanguage | null {
  const words =
    text
      .slice(0, 20_000)
      .toLowerCase()
      .match(/[\p{L}\p{M}]+(?:['’]\p{L}+)?/gu) ?? [];
  let best: WordLanguage | null = null;
  let most = 0;
  for (const { name, set } of SETS) {
    const hits = words.reduce((count, word) => count + (set.has(word) ? 1 : 0), 0);
    if (hits > most) [best, most] = [name, hits];
    else if (hits === most && best === 'english') best = null;
  }
  return best;
}
