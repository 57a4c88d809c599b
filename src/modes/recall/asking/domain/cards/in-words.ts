import { functionWords } from '#text/domain/function-words.ts';
import { UNSPACED } from '#text/domain/segments.ts';

import type { Point, PointVerdict } from '../../../evaluator/domain/evaluation.ts';
import type { CompareCard } from '../../protocol.ts';
import { asksBack, isSmallTalk } from '../failed-attempt.ts';
import { foldedMessage, intentOf, withoutFiller } from '../intent.ts';

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));
/** Words that say yes, folded as in `foldedMessage`, like all below. Those of the first line begin no statement. */
const CLEAR_YES = words('yes yep yeah yup yea ja jo jap jep jawohl oui ouais');
const PLAIN_YES = new Set([...CLEAR_YES, ...words('si vale да はい うん ええ')]);
const YES = words(
  'sure exactly exact precisely right correct true absolutely certainly definitely course had knew genau stimmt ' +
    'richtig korrekt doch klar naturlich passt wahr hatte wusste exactement bien ca vrai claro exacto correcto ' +
    'esatto certo vero giusto верно そうです',
);
const PLAIN_NO = words('no nope nah nein nee ne non ninguno нет いいえ いや 違います ちがいます');
const NOT = words(
  'not never almost nearly partly half isnt wasnt dont doesnt didnt hasnt havent hadnt cant missed nie niemals nicht fast teilweise ' +
    'halb keineswegs pas jamais presque nunca casi mai quasi не 惜しい',
);
const FALSE = words('wrong false falsch faux falso');
const ALL = words('both all beide beides alle tous toutes deux todos todas dos ambos ambas tutti tutte entrambi');
/** Names of rows, in order; the last ones name the last row. */
const ORDINALS = [
  '1 1st first erste ersten erster premier premiere primero primera primo prima 最初',
  '2 2nd second zweite zweiten zweiter deuxieme segundo segunda secondo seconda',
  '3 3rd third dritte dritten dritter troisieme tercero tercera terzo terza',
  '4 4th fourth vierte vierten quatrieme cuarto cuarta quarto quarta',
  '5 5th fifth funfte funften cinquieme quinto quinta',
  '6 6th sixth sechste sechsten sixieme sexto sexta sesto sesta',
  'last letzte letzten letzter dernier derniere ultimo ultima 最後',
].map(words);
const ORDINAL = new Set(ORDINALS.flatMap((names) => [...names]));
/** Words that change nothing beside the name of a row. */
const BESIDE_ORDINAL = words(
  'the one ones point points row rows number numbers nr and der die das den punkt punkte nummer und le la les l et el y los las il i e o just only nur ' +
    'had i hatte ich',
);

/**
 * The indexes of the rows, if a message names rows and nothing else: "the first one", "1 and 3". Card keys alone name
 * no row.
 */
export function rowsNamed(content: string, count: number): readonly number[] {
  if (content.length > MAX_LENGTH || /[?？]\s*$/u.test(content)) return [];
  const said = folded(content)
    .split(/[ |]+/u)
    .filter((word) => word !== '' && !BESIDE_ORDINAL.has(word));
  const places = said.map((word) => ORDINALS.findIndex((names) => names.has(word)));
  const rows = places.map((place) => (place === ORDINALS.length - 1 ? count - 1 : place));
  const isKey = !/\p{L}/u.test(content) && (rows.length < 2 || said.every((word) => word === '1' || word === '2'));
  return isKey || rows.some((row) => row < 0 || row >= count) ? [] : [...new Set(rows)];
}
/** Words that change nothing beside a yes or no. */
const BESIDE = words(
  'las los les thats its cest etait tout fait lo sapevo sabia el era para proprio vraiment sur totally mostly neither none keins keiner bin hab wars',
);

const LETTERS: Readonly<Record<string, boolean>> = { y: true, j: true, n: false };
/** A longer message says more than yes or no. */
const MAX_LENGTH = 160;
/** "No, I mixed them up" says no. */
const MAX_ADDED = 2;

interface SaidToCard {
  /** Whether the person had it; null if only they can decide. */
  readonly isRecalled: boolean | null;
  /** Every open row is meant. */
  readonly isAll: boolean;
  /** It also has content that may be an answer. */
  readonly isMore: boolean;
}

const folded = (text: string) =>
  foldedMessage(
    text
      .replace(THUMBS_UP, ', yes, ')
      .replace(THUMBS_DOWN, ', no, ')
      .replace(/[、。，！？]/gu, ', '),
  );

/** "I think so" says yes. */
const THINKS_SO =
  /(?<!\p{L})(?:i (?:think|guess|believe|suppose) so|ich (?:denke|glaube) (?:schon|ja)|je (?:crois|pense) que oui|(?:creo|pienso) que si|(?:penso|credo) di si)(?!\p{L})/gu;

const phrase = (list: readonly string[]) => new RegExp(`^(?:${list.join('|')})$`, 'u');
/** Whole clauses that say yes or no to a card without one of the words above, folded. */
const SAYS_NO = phrase([
  '(?:i )?(?:had|got|have) (?:it|that|this|mine) (?:all |completely )?(?:wrong|mixed up|backwards)',
  '(?:i )?(?:was|am) (?:wrong|mistaken|off|way off)|(?:way |a bit |slightly |well )?off|(?:a )?near miss|close but no cigar|my mistake|oops|not (?:really|at all|what i (?:meant|said|wrote))',
  '(?:leider )?(?:knapp )?(?:daneben|vorbei|verfehlt)|nicht (?:wirklich|so ganz|so richtig|im geringsten)|gar nicht|(?:da )?lag ich (?:falsch|daneben)|(?:das )?(?:hatte|wusste) ich (?:nicht|falsch|anders)|verwechselt|vertan|leider nicht',
  'pas (?:vraiment|tout a fait|exactement|du tout|completement)|rate|a cote|je (?:ne )?(?:lavais|le savais) pas|je me suis trompee?|incorrect',
  'no (?:lo (?:tenia|sabia)|del todo|exactamente|realmente)|para nada|incorrecto|me equivoque|lo tenia mal',
  'non (?:proprio|esattamente|del tutto|lo sapevo)|per niente|sbagliato|ho sbagliato|niet (?:helemaal|echt|precies)|nao (?:exatamente|sabia|mesmo)|errado',
  '(?:не (?:совсем|то|так|очень|угадала?)|неверно|неправильно|ошибся|ошиблась|мимо)',
  '(?:ちょっと|少し|全然|ぜんぜん)? ?(?:違う|ちがう|違った|違います|ちがいます)(?:ね|よ|な|かな)?|不正解(?:です)?|(?:間違い|まちがい)(?:です)?|間違え(?:た|ました)|(?:外れ|はずれ)(?:です|た)?|そうではない(?:です)?|惜しい(?:です)?',
  '不对|不對|错了|錯了|不是|아니요?|틀렸(?:어요|습니다)',
]);
const SAYS_YES = phrase([
  '(?:i |ive |i have )?(?:got|nailed|had|knew) (?:it|this|that|them)(?: right| all)?|(?:thats|that is|that was|its|it was) (?:it|right|the one|what i (?:meant|said|wrote|had|thought|had in mind))|what i (?:meant|said|wrote|had|thought)|i (?:meant|said|wrote|thought) (?:that|this|so|the same|just that|exactly that)|same(?: thing)?|spot on|bingo|bang on|perfect|indeed|nailed it',
  '(?:(?:genau |eben )?(?:das|so|dies)|das) (?:meinte|meine|dachte|schrieb|sagte|wusste|hatte) ich(?: auch| ja| doch| gewusst| gemeint)?|(?:das )?(?:hab|habe) ich (?:so )?(?:gemeint|gewusst|gehabt|geschrieben)|(?:ja )?so (?:ist es|isses)|(?:das|so) (?:stimmt|ist es|passt)(?: genau| so)?|(?:stimmt|passt) (?:genau|so)|volltreffer|treffer|perfekt|jep|gewusst|dasselbe|das gleiche',
  'cest (?:ca|bien ca|exact|juste|ce que je (?:voulais dire|pensais|disais))|tout a fait|parfait|je (?:lavais|le savais|lai dit)|exact|juste',
  '(?:eso|asi) es|eso mismo|perfecto|lo (?:tenia|sabia|acerte)|tal cual|es lo que (?:queria decir|dije)',
  'perfetto|(?:e )?proprio cosi|e cosi|lo sapevo|esattamente|isso(?: mesmo)?|certo|exato|perfeito|klopt|precies|inderdaad|dat bedoelde ik',
  'точно|именно|верно|правильно|так и есть|угадала?|все верно|я (?:так и|это и) (?:думала?|имела? в виду)|конечно',
  '(?:はい ?)?(?:その(?:通り|とおり)|そう(?:そう)?|正解|正しい|合って(?:い)?(?:る|ます)|あって(?:い)?(?:る|ます)|当たり|あたり|ぴったり|完璧)(?:です|だ|でした)?(?:ね|よ)?|そう(?:言い|いい)たかった(?:です)?',
  '对|對|没错|沒錯|正确|是的?|就是(?:这个|它)?|맞아요?|맞습니다|정답(?:이에요|입니다)?|네',
]);
/** Words that change nothing before such a phrase. */
const LEADS_IN = /^(?:(?:ja|yes|yeah|oui|si|да|はい|genau|exactly|oh|ah|ok|okay|well|na|naja|hm+) )+(?=.)/u;
const THUMBS_UP = /[👍👌✅✔☑💯🎯🙌🎉](?:\p{Emoji_Modifier}|\uFE0F)*/gu;
const THUMBS_DOWN = /[👎❌✖✗✘](?:\p{Emoji_Modifier}|\uFE0F)*/gu;

type Shown = Pick<CompareCard['rows'][number], 'text' | 'quote'> & { readonly question?: string | undefined };

/**
 * Reads a message at a card that asks whether the person had its points. A message that begins with yes or no, or has
 * nothing that the card lacks, addresses the card; it decides only if it is unambiguous. Null if the message does not
 * address the card.
 */
export function saidToCard(content: string, rows: readonly Shown[]): SaidToCard | null {
  const unclear = { isRecalled: null, isAll: false, isMore: false };
  if (content.length > MAX_LENGTH) return null;
  const shown = folded(rows.map(({ text, question = '', quote }) => `${text}|${question}|${quote}`).join('|'));
  const known = new Set(shown.split(/[ |]+/u));
  const decides = (clause: string) => {
    const words = clause.trim();
    const rest = words.replace(LEADS_IN, '');
    // The clause may repeat the point itself.
    if (` ${shown.replaceAll('|', ' ')} `.includes(` ${words} `)) return words;
    if (SAYS_NO.test(words) || SAYS_NO.test(rest)) return 'no';
    return SAYS_YES.test(words) || SAYS_YES.test(rest) ? 'yes' : words;
  };
  const parts = folded(content).replace(THINKS_SO, 'yes').split('|').map(decides);
  const isPhrase = parts.every((part) => ['yes', 'no', ''].includes(part)) && !/[?？]\s*$/u.test(content);
  const intent = isPhrase ? 'answers' : intentOf(content);
  if (intent === 'skips') return null;
  if (intent === 'asks-hint' || intent === 'asks-to-be-told' || asksBack(content)) return unclear;
  const letter = LETTERS[content.trim().toLowerCase()];
  if (letter !== undefined && !known.has(content.trim().toLowerCase())) return { ...unclear, isRecalled: letter };
  const clauses = parts.flatMap((clause) => (clause === '' ? [] : [clause.split(' ')]));
  const [[first = ''] = []] = clauses;
  const said = clauses.flat();
  const isKnown = (word: string) => known.has(word) || (UNSPACED.test(word) && shown.includes(word));
  const says = (clause: readonly string[], list: ReadonlySet<string>) =>
    clause.some((word) => list.has(word) && (clause.length === 1 || !isKnown(word)));
  const lists = [PLAIN_YES, YES, PLAIN_NO, NOT, FALSE, ALL, ORDINAL, BESIDE, functionWords];
  const own = said.filter((word) => withoutFiller(word) !== '' && !lists.some((list) => list.has(word)));
  const added = own.filter((word) => !isKnown(word));
  const [isYes, isNo] = [PLAIN_YES.has(first) || YES.has(first), PLAIN_NO.has(first) || NOT.has(first)];
  if (added.length > 0 && !isYes && !isNo && intent !== 'gives-up' && !isSmallTalk(content)) return null;
  const decisions = new Set(clauses.map(decisionIn).filter((decision) => decision !== undefined));
  const [isRecalled = null] = decisions.size === 1 ? decisions : [];
  const isAll = says(said, ALL);
  const isUnclear =
    (intent === 'gives-up' && isRecalled === false && !said.every((word) => PLAIN_NO.has(word))) ||
    (rows.length > 1 && (own.length > 0 || said.some((word) => ORDINAL.has(word)))) ||
    (isAll && rows.length > 1 && isRecalled === false) ||
    /[?？]\s*$/u.test(content) ||
    added.length > (isRecalled === false && clauses[0]?.length === 1 ? MAX_ADDED : 0);
  if (isUnclear) return { ...unclear, isMore: added.length > 0 };
  if (isRecalled === null && isAll && added.length === 0) return { isRecalled: true, isAll, isMore: false };
  return { isRecalled, isAll, isMore: isRecalled === null && own.length > 0 };

  /** Null if the clause says both. A clause with words of the card may repeat the point: "it does not burn". */
  function decisionIn(clause: readonly string[]): boolean | null | undefined {
    const has = (list: ReadonlySet<string>) => clause.some((word) => list.has(word));
    const isWrong = says(clause, FALSE);
    const [isRight, isClear] = [has(PLAIN_YES) || says(clause, YES), CLEAR_YES.has(clause[0] ?? '')];
    const isNegated = has(NOT) || has(PLAIN_NO) || isWrong;
    if (clause.some((word) => own.includes(word))) return isNegated ? null : isClear || undefined;
    if (has(NOT)) return isWrong || isClear ? null : false;
    if (isNegated) return isRight ? null : false;
    return isRight ? true : undefined;
  }
}

/** A yes or no ends before another sentence, and before "and". */
const GOES_ON = /[.!;\n]|(?<=[,\s])(?=(?:and|also|plus|then|und|auch|außerdem|dann|et|puis|y|también|e|poi)\s)/u;
const CORRECTS = /^\P{L}*(?:but|only|except|not|aber|nur|nicht|mais|pas|pero|no|ma|non)(?!\p{L})/iu;

/** The yes or no that begins a message with further content: "yes, and the other one is …". Empty without one. */
export function leadOf(content: string): string {
  const [lead = '', ...rest] = content.split(GOES_ON);
  return rest.some((part) => /\p{L}/u.test(part)) && !CORRECTS.test(rest.join(' ')) ? lead : '';
}

const ALSO_YES = words('always true immer wahr vrai siempre 是 是的');
const ALSO_NO = words('never false nie niemals falsch jamais faux nunca mai 不 不是');

/** Whether a text begins with yes or no; undefined if it answers something else. */
function yesOrNo(text: string): boolean | undefined {
  const [first = ''] = folded(text).split(/[ |]+/u);
  if (PLAIN_YES.has(first) || ALSO_YES.has(first)) return true;
  return PLAIN_NO.has(first) || ALSO_NO.has(first) ? false : undefined;
}

/** Whether a yes or no, beside a point that itself answers with one, may repeat that answer, or the person's own. */
export function repeatsAnswer(content: string, { text, quote }: Shown): boolean {
  const said = yesOrNo(content);
  if (said === undefined || yesOrNo(text) === undefined) return false;
  return folded(content).includes(' ') || said === yesOrNo(text) || said === yesOrNo(quote);
}

const ASKS_YES_OR_NO =
  /^(?:\P{L}*(?:is|are|was|were|do|does|did|can|could|has|have|had|will|would|should|must|may|ist|sind|war|waren|hat|haben|hatten?|kann|können|konnten?|darf|muss|soll|wird|wurden?|gibt|gilt|stimmt|est-ce que|sont-ils|a-t-il|es|son|era|hay|puede|tiene|è|sono|può|ha) |(?!.*(?:何|誰|どこ|いつ|なぜ|どう|どの|どれ|いく)).*か[。?？]?$)/iu;

/** A point with a yes-or-no question is compared with such an answer, even though they share no word. */
export function withYesOrNo(
  verdicts: readonly PointVerdict[],
  { content, asked }: { readonly content: string; readonly asked: Point | undefined },
): readonly PointVerdict[] {
  if (asked?.question === undefined) return verdicts;
  if (!ASKS_YES_OR_NO.test(asked.question.trim()) && yesOrNo(asked.text) === undefined) return verdicts;
  if (typeof saidToCard(content, [{ ...asked, quote: '' }])?.isRecalled !== 'boolean') return verdicts;
  return verdicts.map((given) =>
    given.id === asked.id && given.verdict === 'absent'
      ? { ...given, verdict: 'partial', confidence: 0.5, quote: content.trim(), isUncertain: true }
      : given,
  );
}
