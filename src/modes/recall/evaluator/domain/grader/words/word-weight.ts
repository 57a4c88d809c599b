import { stemOf } from '#text/domain/stems.ts';
import { lightWords } from '#text/domain/stop-words.ts';
import type { Word } from '#text/domain/word.ts';

/** Content words too common in English to distinguish statements. */
const COMMON = `
able about add age air answer area ask bad ball base bed best better body book box boy break bring build call car care
carry case catch cause center change child choose city class clear close cold color come common complete control cost
country course cover cut day deal death decide deep different difficult draw drink drop dry early easy eat effect end
energy enough equal even event example eye face fact fall far fast father feel field fill final fire fish floor follow
food foot force form free friend full game girl glass go great ground group grow hair half hand happy hard head hear heat
heavy height help high hit hold home hot hour house human idea important inside job join kind know land language large
law learn leave left length less letter level life light line list live long lose lot love low machine main man many map
mark material matter measure method middle mile mind minute money month mother mountain move music name natural near need
night nothing notice number object offer oil old open order page paper part pass pattern pay person picture piece place
plan plant play point power present press problem produce pull push question quick rain rate reach read real reason red
remember rest result rich right rise river road rock room round rule run safe same say school science sea season second
see seem send sentence separate serve set shape short show side simple size sleep slow small soft sound space speak
special stand state stay step stone stop store story street strong study stuff sun sure surface system table talk teach
tell test thing think time together tool top total touch town travel tree true turn type understand unit use value view
voice wait walk wall want warm watch water way week weight white whole wide wind window wood word work world write wrong
year young
`;

const commonStems = new Set(COMMON.trim().split(/\s+/).map(stemOf));
const lightStems = new Set([...lightWords].map(stemOf));

const LIGHT = 0.5;
const USUAL = 0.75;
/** Numbers and identifying letters weigh more than other words. */
const NAMED = 1.2;
const FUNCTION = 0.15;

/** How informative a stem is, 0 to 1, if training saw it often enough. */
export type WordWeights = ReadonlyMap<string, number>;

/** How informative a word is, 0 to 1.2: its rarity in the training data, else an estimate of its rarity in English. */
export function weightOf({ stem, isContent, isNumber }: Word, learnt: WordWeights): number {
  if (!isContent) return FUNCTION;
  const weight = learnt.get(stem) ?? weightInEnglish(stem);
  return isNumber || isLabel(stem) ? weight * NAMED : weight;
}

function weightInEnglish(stem: string): number {
  if (lightStems.has(stem)) return LIGHT;
  return commonStems.has(stem) ? USUAL : 1;
}

/** A letter that names one of several things. */
export function isLabel(stem: string): boolean {
  return stem === '#a' || /^[b-hj-z]$/.test(stem);
}
