/** A language: its letters beyond ASCII, rare ones after a space, and some of its most common words. */
interface Language {
  readonly encodings: readonly string[];
  readonly letters: string;
  readonly words?: string;
}

const WESTERN = ['windows-1252', 'macintosh'];
const CENTRAL = ['windows-1250', 'iso-8859-2'];
const CYRILLIC = ['windows-1251', 'koi8-u', 'ibm866', 'iso-8859-5'];
const LANGUAGES: readonly Language[] = [
  { encodings: WESTERN, letters: 'àâçéèêëîïôùû æœüÿ', words: 'le la les de des et un une est que' },
  { encodings: WESTERN, letters: 'äöüß éàè', words: 'der die das und ist ein eine nicht von mit' },
  { encodings: WESTERN, letters: 'áéíñóúü ', words: 'el la los de que y en un una es' },
  { encodings: WESTERN, letters: 'áâãàçéêíóôõú ü', words: 'o a os as de que e em um uma' },
  { encodings: WESTERN, letters: 'àèéìòù íîóú', words: 'il la di che e un una per non sono' },
  { encodings: WESTERN, letters: 'åäöæøé üàè', words: 'och att det en som er og på i ikke' },
  { encodings: WESTERN, letters: 'áéíóúýþæöðëïêçãõèàìòùñåøäüßâîôûœÿ ' },
  { encodings: CENTRAL, letters: 'ąćęłńóśźż ', words: 'i w na z się nie do to jest o' },
  { encodings: CENTRAL, letters: 'áčéěířšůúýž ďňťó', words: 'a se na v je že to s z do' },
  { encodings: CENTRAL, letters: 'áäčéíľňôóšťúýž ďĺŕ', words: 'a sa na v je že to s z do' },
  { encodings: CENTRAL, letters: 'áéíóöőúüű ', words: 'a az és hogy nem egy is de van meg' },
  { encodings: CENTRAL, letters: 'ăâîşţ ', words: 'de și la în cu o un din este nu' },
  { encodings: CENTRAL, letters: 'čšž ćđ', words: 'i je se u na da in za ki so' },
  { encodings: ['windows-1254'], letters: 'çğıöşüİ âîû', words: 've bir bu da de için ile' },
  { encodings: ['windows-1257'], letters: 'ąčęėįšųūžāēģīķļņõäöü ', words: 'ir un ja on kad ar ei ka' },
  { encodings: CYRILLIC, letters: 'оеаинтсрвлкмдпуяыьгзбчйхжшюцщэё фъ', words: 'и в не на с что как по из за это к' },
  { encodings: CYRILLIC, letters: 'аоеиинтсрвлкдпмзбгуъчщяжцхшфйью ', words: 'и на в за се да не от с по' },
  { encodings: CYRILLIC, letters: 'оаиніетврслкдумпязьбгчйхїжєшюцщ фґё', words: 'і в не на з що та до за це' },
  {
    encodings: ['windows-1253', 'iso-8859-7'],
    letters: 'αοιετσνηυρπκμλςάίόέήωώύδγχθφβξζψ ϊϋΐΰ',
    words: 'και το να η του της με για στο την',
  },
  { encodings: ['windows-1255'], letters: 'יוהלאמרתבשנעםדקחפכטגצסזןךףץ ', words: 'של את על לא הוא עם זה' },
  { encodings: ['windows-1256'], letters: 'الينموتربعدسفهكقجحشصةأطخضثذظغءإىئؤآ پچژگ', words: 'في من على أن إلى ما عن' },
  { encodings: ['windows-874'], letters: 'านรอกเงวมยลสตทดีปัะค่บ้ิหพชจืำขแโใไผซถึุู็์ ฟญฉภษฐฆฌฎฏฑฒฝฬฮฯฺๅๆ๊๋ฤศธณ', words: '' },
];

/** The most common characters of a script; in misread text the other characters of the script are just as likely. */
const SCRIPTS: readonly { readonly encodings: readonly string[]; readonly common: RegExp; readonly other: RegExp }[] = [
  {
    encodings: ['gb18030'],
    common:
      /[的一是了我不人在他有这个上们来到时大地为子中你说生国年着就那和要她出也得里后自以会家可下而过天去能对小多然于心学么之都好看起发当没成只如事把还用第样道想作种开美总从无情己面最女但现前些所同日手又行意动方期它头经长儿回位分爱老因很给名法间斯知世什两次使身者被高已亲其进此话常与活正感见明问力理尔点文几定本公特做外孩相西果走将月十实向声车全信重三机工物气每并别真打太新比才便夫再书部水像眼等体却加电主界门利海受听表德少克代员许先口由死安写性马光白或住难望教命花结乐色，。、]/u,
    other: /[\u4e00-\u9fff]/u,
  },
  {
    encodings: ['big5'],
    common:
      /[的一是了我不人在他有這個上們來到時大地為子中你說生國年著就那和要她出也得裡後自以會家可下而過天去能對小多然於心學麼之都好看起發當沒成只如事把還用第樣道想作種開美總從無情己面最女但現前些所同日手又行意動方期它頭經長回位分愛老因很給名法間知世什兩次使身者被高已親其進此話常與活正感見明問力理點文幾定本公特做外相西果走將月十實向聲車全信重三機工物氣每並別真打太新比才便再書部水像眼等體卻加電主界門利海受聽表德少代員許先口由死安寫性馬光白或住難望教命花結樂色，。、]/u,
    other: /[\u4e00-\u9fff]/u,
  },
  { encodings: ['shift_jis', 'euc-jp'], common: /[\u3041-\u30fe、。「」]/u, other: /[\u4e00-\u9fff]/u },
  {
    encodings: ['euc-kr'],
    common:
      /[가각간감강개거건것게겠결경계고공과관교구국군그금기까나난날남내너네년노는니다단달당대더던도동되된될두드든들듯등때또라람래러런레려력로록론료루류르른를름리린마만말망매머먼면명모목무문물미민바반받발방배번법변별보본부분불비사산살삼상새색생서선설성세소속손수술스습시식신실심아안알않았앞양어억언얼업없었에여역연열영예오온올와왔외요용우운울원월위유으은을음의이인일임입있자작장재저적전정제조좋주준중증지직진집차참책처천체초최추출치친크큰타태터통트특파판평포표품프피필하학한할함합해했행향현형호화확환활회후히힘]/u,
    other: /[\u3131-\u318e\uac00-\ud7a3]/u,
  },
];

const BEGIN = 2_000;
const SAMPLE = 60_000;
/** A reading with a lower score is rejected. */
const MIN_SCORE = 0.6;
const MIN_LEAD = 0.03;
/**
 * With so few bytes beyond ASCII, in a text this short, several encodings give words, so the best one needs a greater
 * lead.
 */
const FEW = 5;
const SHORT = 16;
const MIN_LEAD_OF_ONE = 0.1;
const MIN_LEAD_OF_FEW = 0.2;
const MIN_SCORE_OF_FEW = 0.95;

/**
 * Guesses the encoding of bytes that are not UTF-8, by the letters and words of each reading. Null if no reading makes
 * sense, or if two different ones do.
 */
export function guessEncoding(bytes: Uint8Array): string | null {
  const first = bytes.findIndex((byte) => byte > 127);
  const sample = bytes.subarray(Math.max(0, first - BEGIN), Math.max(0, first) + SAMPLE);
  const readings: { encoding: string; text: string; score: number }[] = [];
  for (const { encodings, ...language } of LANGUAGES)
    for (const encoding of encodings) {
      const text = new TextDecoder(encoding).decode(sample);
      readings.push({ encoding, text, score: scoreOf(text, language, encoding) });
    }
  for (const { encodings, common, other } of SCRIPTS)
    for (const encoding of encodings) {
      const text = new TextDecoder(encoding).decode(sample);
      readings.push({ encoding, text, score: scoreOfScript(text, common, other) });
    }
  const [best, ...rest] = readings.sort((one, other) => other.score - one.score);
  if (!best || best.score < MIN_SCORE) return null;
  const rival = rest.find(({ text }) => text !== best.text);
  const lead = best.score - (rival?.score ?? 0);
  if (lead < MIN_LEAD) return null;
  const beyondAscii = sample.reduce((count, byte) => count + (byte > 127 ? 1 : 0), 0);
  if (beyondAscii > FEW || sample.length > SHORT) return best.encoding;
  const isSure = /[a-z]/i.test(best.text)
    ? lead >= (beyondAscii === 1 ? MIN_LEAD_OF_ONE : MIN_LEAD_OF_FEW)
    : lead >= MIN_LEAD_OF_FEW && best.score >= MIN_SCORE_OF_FEW && LETTER.test(best.text);
  return isSure ? best.encoding : null;
}

/** Typographic characters, which are no evidence unless they are inside a word. */
const NEUTRAL = /[“”„‘’‚‹›«»–—…•°€£§©®™·×½¼¾±²³µ\u00a0¿¡ªº]/u;
const LETTER = /\p{L}/u;
/** Score of a text that has no letter beyond ASCII. */
const NO_LETTERS = 0.7;
const NO_LETTERS_OF_WESTERN = 0.9;
const UNUSUAL = 0.8;
const NO_PLAIN_LETTER = 0.6;

/** The share of the non-ASCII characters that belong to a language, in plausible places. */
function scoreOf(text: string, { letters, words }: Omit<Language, 'encodings'>, encoding: string): number {
  const [usual = '', rare = ''] = letters.split(' ');
  const isLatin = /^(?:windows-125[0247]|iso-8859-2|macintosh)$/.test(encoding);
  const signs = Array.from(text);
  let count = 0;
  let good = 0;
  for (const [at, sign] of signs.entries()) {
    if (sign <= '\u007f') continue;
    const [before = ' ', after = ' '] = [signs[at - 1], signs[at + 1]];
    if (NEUTRAL.test(sign) && !(sign !== '’' && LETTER.test(before) && LETTER.test(after))) continue;
    count += 1;
    good += worthOf(sign, { before, after, usual, rare, isLatin });
  }
  if (count === 0) return encoding === 'windows-1252' ? NO_LETTERS_OF_WESTERN : NO_LETTERS;
  // This encoding has become rare.
  const prior = encoding === 'macintosh' ? 0.9 : 1;
  // Text in a Latin script also contains plain letters.
  const likely = isLatin ? (/[a-z]/i.test(text) ? 1 : NO_PLAIN_LETTER) : frequency(signs, usual);
  const share = prior * (good / count) * likely;
  if (words === undefined) return share * UNUSUAL;
  const tokens = text
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .slice(0, 2_000);
  const common = new Set(words.split(' '));
  const known = tokens.filter((token) => common.has(token)).length / Math.max(1, tokens.length);
  return share * (words === '' ? UNUSUAL : 0.85 + Math.min(0.15, known));
}

interface Place {
  readonly before: string;
  readonly after: string;
  readonly usual: string;
  readonly rare: string;
  readonly isLatin: boolean;
}

function worthOf(sign: string, { before, after, usual, rare, isLatin }: Place): number {
  const small = sign.toLowerCase();
  const isCapital = sign !== small;
  if ((isCapital && /\p{Ll}/u.test(before)) || (!isLatin && /[a-z]/i.test(before + after))) return -1;
  // Words in capitals are rare, but a misread word often has them.
  const worth = isCapital && /\p{Lu}/u.test(before) ? 0.5 : 1;
  if (usual.includes(small)) return worth;
  return rare.includes(small) ? worth * 0.6 : -0.5;
}

/** Lower if the letters that are most frequent in a language are not so in the text. */
function frequency(signs: readonly string[], usual: string): number {
  const common = new Set(usual.slice(0, Math.ceil(usual.length / 3)));
  const all = signs.filter((sign) => sign > '\u007f' && LETTER.test(sign));
  const share = all.filter((sign) => common.has(sign.toLowerCase())).length / Math.max(1, all.length);
  return Math.min(1, 0.5 + share);
}

function scoreOfScript(text: string, common: RegExp, other: RegExp): number {
  let count = 0;
  let good = 0;
  for (const sign of text) {
    if (sign <= '\u007f' || /[\u3000-\u303f\uff01-\uff5e“”‘’—…]/u.test(sign) || sign === '，') continue;
    count += 1;
    if (common.test(sign)) good += 1;
    else if (other.test(sign)) good += 0.35;
    else good -= 1;
  }
  return count === 0 ? 0 : Math.min(1, (good / count) * 1.25);
}
