import fc from 'fast-check';
import { expect, test } from 'vitest';

import { creditable } from '../../../asking/domain/credit.ts';
import type { Point } from '../evaluation.ts';
import { type Outcome, outcomeOf } from '../outcome.ts';
import { evaluateBatchLexically } from './evaluate-batch.ts';

const pointOf = (text: string, change: Partial<Point> = {}): Point => ({ id: text, text, context: '', ...change });

interface Turn {
  readonly points: readonly (Point | string)[];
  readonly answer: string;
  readonly question?: string;
  readonly askedIds?: readonly string[];
}

/** The outcome of each point. Checks that every quote is verbatim and every expressed point is credited. */
function outcomesOf({ points, answer, question = '', askedIds = [] }: Turn): readonly Outcome[] {
  const all = points.map((point) => (typeof point === 'string' ? pointOf(point) : point));
  const messages = [
    { author: 'assistant', content: question },
    { author: 'person', content: answer },
  ] as const;
  const evaluation = evaluateBatchLexically(all, messages, askedIds);
  for (const { quote } of evaluation.verdicts) expect(answer).toContain(quote);
  const outcomes = evaluation.verdicts.map(outcomeOf);
  expect(creditable(evaluation, answer, all)).toHaveLength(outcomes.filter((each) => each === 'yes').length);
  return outcomes;
}

const outcome = (point: string, answer: string, question = '') => outcomesOf({ points: [point], answer, question })[0];

const BRAIN = 'Caffeine blocks adenosine receptors in the brain';
test.each([
  [BRAIN, 'Caffeine blocks the adenosine receptors in the brain.'],
  [BRAIN, 'Coffee is nice. Caffeine blocks adenosine receptors in the brain! What else?'],
  [BRAIN, 'it wears off. caffeine blocks adenosine receptors in the brain. they are many.'],
  [BRAIN, '• well, I think caffeine blocks adenosine receptors in brain'],
  [BRAIN, `I think that ${BRAIN}`],
  ['The heart has four chambers', 'Well, the heart has 4 chambers'],
  ['Ice is less dense than water', 'Ice is less dense than water'],
  ['The sample is 5 % salt', 'the sample is 5% salt'],
  ['Adenosine builds up. Sleep clears it.', 'Hm\nAdenosine builds up.  Sleep clears it\nMore?'],
  ['Das Herz pumpt das Blut durch den Körper.', 'Ich glaube das Herz pumpt das Blut durch den Körper'],
  ['Le cœur pompe le sang', 'je pense que le cœur pompe le sang.'],
  ['犬が猫を追いかけた', '犬が猫を追いかけた。'],
  ['咖啡因阻断腺苷受体', '咖啡因阻断腺苷受体。'],
  ['Сердце качает кровь', 'сердце качает кровь'],
  ['الكافيين يحجب مستقبلات الأدينوزين', 'الكافيين يحجب مستقبلات الأدينوزين'],
  ['$E = mc^{2}$', 'I know.\nE=mc^{2}\n'],
  ['The derivative of sin x is cos x.', 'the derivative of sin x is cos x'],
  ['a_n → 0', '$a_n→0$'],
  ['🔥', '🔥'],
])('%j is expressed by %j', (point, answer) => {
  expect(outcome(point, answer)).toBe('yes');
});

test.each([
  [BRAIN, 'caffeine blocks the adenosine receptors of the brain.', ''],
  [BRAIN, 'it blocked adenosine receptors', 'What does caffeine do in the brain?'],
  [BRAIN, 'cofeine blocks adenosin receptors', ''],
  ['Paris is the capital of France', 'Paris', 'What is the capital of France?'],
  ['Louis XVI was beheaded on 21 January 1793', 'louis xvi beheaded 21 Jan 1793', ''],
  ['Bees are not flies', 'bees aren’t flies', 'What about bees?'],
  ['Das Herz pumpt das Blut durch den Körper.', 'das Herz pumpt Blut', 'Was weißt du über das Herz?'],
  ['Die Zelle hat viele Mitochondrien', 'die Zellen haben viele Mitochondrien', ''],
  ['El corazón bombea la sangre', 'el corazón bombea sangre', ''],
  ['カフェインはアデノシン受容体を遮断する', 'カフェインはアデノシン受容体を遮断します。', ''],
  ['犬が猫を追いかけた', '犬は猫を追いかけました', ''],
  ['E = mc²', 'E=mc^2', ''],
  ['The integral of $\\frac{1}{x}$ is $\\ln |x| + C$.', 'the integral of 1/x is ln|x| + C', ''],
  ['$\\int_0^\\pi \\sin x \\, dx = 2$', '∫_0^π sin x dx = 2', ''],
  ['Sputnik was launched on 4 October 1957.', 'Sputnik 4 Oct 1957', ''],
  ['The speed of light is 299,792 km/s', 'light travels at 299792 km a second', ''],
  ['It has 4,300,000 km²', 'it has 4300000 km²', ''],
  ['The fine was $5', 'the fine was 5 dollars', ''],
  ['Water boils at 100 °C', 'water boils at 100 degrees Celsius', ''],
  ['Der Hof hat zwei Häuser', 'das Haus am Hof', ''],
  ['The fine was $5', 'the fine was 5', ''],
  ['It rose from $5 to $6', 'it rose from 5 to 6', ''],
])('%j is compared with %j after %j', (point, answer, question) => {
  expect(outcome(point, answer, question)).toBe('ask');
});

/** For a point with a question that is being asked, the words of the question can be omitted. */
test.each([
  ['What is the capital of France?', 'Paris is the capital of France', 'Paris', 'yes'],
  ['What is the capital of France?', 'Paris', 'I guess Paris!', 'yes'],
  ['What is the capital of France?', 'Paris is the capital of France', 'Lyon. Paris.', 'ask'],
  ['What is the capital of France?', 'Paris', 'it is Paris', 'ask'],
  ['Is light a wave?', 'Yes, and a particle', 'particle', 'ask'],
  ['Is light a wave?', 'Yes, and a particle', 'yes and a particle', 'yes'],
  ['What do bees not eat?', 'Bees do not eat meat', 'bees eat meat', 'ask'],
  ['What do bees not eat?', 'Bees do not eat meat', 'meat', 'ask'],
  ['How many chambers has the heart?', 'The heart has four chambers', '4', 'yes'],
  ['How many chambers has the heart?', 'four', '4', 'yes'],
  ['How many chambers has the heart?', 'four', 'three', 'no'],
  ['What is the speed of light?', '299,792 km/s', '299792', 'ask'],
  ['Solve x + 2 = 7', 'x = 5', '5', 'ask'],
])('asked %j, whose answer is %j, %j is %s', (question, text, ...[answer, expected]) => {
  expect(outcomesOf({ points: [pointOf(text, { question })], answer, question, askedIds: [text] })).toEqual([expected]);
});

test.each(['un', 'non', 'in', 'dis', 'de', 're', 'mis', 'anti'])(
  '“%s-” before a word changes its meaning',
  (prefix) => {
    for (const hyphen of ['-', '', ' ', '‑']) {
      expect(outcome('Germany invaded Poland', `Germany ${prefix}${hyphen}invaded Poland`)).not.toBe('yes');
      expect(outcome('The metal is magnetic', `the metal is ${prefix}${hyphen}magnetic`)).not.toBe('yes');
    }
  },
);

/** The first item is the point; the others say something else in nearly the same words. */
const OTHERWISE: readonly (readonly [point: string, ...answers: string[]])[] = [
  ['The cat chased the dog', 'the dog chased the cat', 'the cat was chased by the dog', 'the cat chases'],
  ['Vermeer taught Fabritius', 'Fabritius taught Vermeer', 'Vermeer was taught by Fabritius'],
  ['Trains run from Delft to Leiden', 'trains run from Leiden to Delft', 'trains run to Delft from Leiden'],
  [
    'Der Hund jagt die Katze',
    'Die Katze jagt den Hund',
    'Den Hund jagt die Katze',
    'Der Hund wird von der Katze gejagt',
  ],
  ['犬が猫を追った', '猫が犬を追った', '犬を猫が追った', '犬が猫を追わない', '犬が猫に追われた'],
  [
    'Not all bacteria are harmful',
    'all bacteria are harmful',
    'all bacteria are not harmful',
    'bacteria are not harmful',
  ],
  ['Bees are insects', 'bees are not insects', 'no bees are insects', 'bees are never insects', 'bees aren’t insects'],
  ['Insulin is not a steroid', 'insulin is a steroid', 'insulin is a steroid, not?'],
  [
    'Bats are mammals',
    'It is false that bats are mammals',
    'nobody believes that bats are mammals',
    'bats are unmammals',
  ],
  [
    'All mammals have hair',
    'some mammals have hair',
    'mammals have hair',
    'only mammals have hair',
    'no mammals have hair',
  ],
  ['Some birds swim', 'all birds swim', 'birds swim', 'birds never swim', 'most birds swim'],
  ['Only bees make honey', 'bees make honey', 'even bees make honey', 'bees only make honey'],
  ['Cells may divide', 'cells must divide', 'cells divide', 'cells cannot divide'],
  ['Copper is denser than iron', 'copper is dense', 'iron is denser than copper', 'copper is less dense than iron'],
  ['Gold costs more than silver', 'gold costs less than silver', 'silver costs more than gold', 'gold costs silver'],
  [
    'Jupiter is the largest planet',
    'Jupiter is a large planet',
    'Jupiter is a larger planet',
    'Jupiter is the smallest planet',
  ],
  ['The war began in 1914', 'the war began in 1915', 'the war began in 1941', 'the war ended in 1914', 'the war began'],
  ['It has four strings', 'it has six strings', 'it has 44 strings', 'it has strings', 'it has four and six strings'],
  [
    'The rod is 5 km long',
    'the rod is 5 m long',
    'the rod is 5 miles long',
    'the rod is 5 long',
    'the rod is 5 Km long',
  ],
  ['It needs 3 mW', 'it needs 3 MW', 'it needs 3 W'],
  ['The share is 5 %', 'the share is 5', 'the share is 5 €', 'the share is 5 ‰'],
  ['It costs $5', 'it costs €5', 'it costs 5', 'it costs $50'],
  ['Pi is 3.142', 'pi is 3142', 'pi is 3.14', 'pi is 31.42'],
  ['It began on 4 May 1919', 'it began on 4 March 1919', 'it began on 5.4.1919', 'it began on 4.6.1919'],
  ['The charge is −1', 'the charge is 1', 'the charge is +1', 'the charge is 1-'],
  ['CO binds to blood', 'Co binds to blood', 'CO2 binds to blood', 'blood binds to CO'],
  ['Louis XVI died', 'Louis XIV died', 'Louis died', 'Louis XVI lived'],
  ['The frog eats before winter', 'the frog eats after winter', 'the frog eats in winter'],
  ['Er spielt mit Anna', 'Er spielt ohne Anna', 'Er spielt gegen Anna', 'Er spielt vor Anna'],
  ['Er forderte den Handel', 'Er förderte den Handel', 'Er forderte keinen Handel'],
  ['Das Perfekt steht mit „sein“', 'Das Perfekt steht mit „haben“', 'Das Perfekt steht mit „werden“'],
  ['The passive is formed with be', 'the passive is formed with have', 'the passive has formed with be'],
  ['Birds are dinosaurs', 'birds have dinosaurs', 'birds had dinosaurs'],
  ['His mother taught her', 'her mother taught him', 'his mother taught him'],
  ['Der Artikel von Mädchen ist das', 'Der Artikel von Mädchen ist die'],
  ['L’accord se fait avec être', 'l’accord se fait avec avoir'],
  ['The plural of mouse is mice', 'the plural of mice is mouse', 'the plural of mouse is mouses'],
  ['The past of go is went', 'the past of go is gone'],
  ['El gato no duerme', 'el gato duerme', 'el gato nunca duerme'],
  ['Le chat ne dort pas', 'le chat dort', 'le chat ne dort jamais'],
  [
    'Enzymes are proteins',
    'enzyme inhibitors are proteins',
    'Are enzymes proteins?',
    'enzymes or hormones are proteins',
  ],
  [
    'The war ended in 1865',
    'the war ended in 1865. NOT!',
    'Hardly. The war ended in 1865',
    'the war ended in 1865. or not',
    'the war ended in 1865 lol',
    'the war ended in 1865. Just kidding',
    'the war ended in 1865. Nobody believes that.',
    'the war ended in 1865. Or 1866.',
    'the war ended in 1865?',
    'the war ended in 1865. Not really.',
  ],
  ['Neon has 10 electrons', 'neon has 10th electrons', 'the neon has 10ths electrons'],
  ['The symbol of cobalt is Co', 'the symbol of cobalt is co', 'the symbol of cobalt is CO'],
  ['The fourth of D is G', 'the fourth of d is g', 'the fourth of D is g'],
  ['Table salt is NaCl', 'table salt is nacl', 'table salt is NACL'],
  ['Entropy is measured in J/(kg K)', 'entropy is measured in J/kg K', 'entropy is measured in (J/kg) K'],
  ['The constant is 8.314 J/(mol K)', 'the constant is 8.314 J/mol K', 'the constant is 8.314 J / mol K'],
  ['A mole (of ions) has a charge', 'a mole of (ions) has a charge'],
  ['Enzymes are proteins', 'Enzymes are proteins. No, that is wrong.', 'Enzymes are proteins. Wait, no, lipids.'],
];

test.each(OTHERWISE)('%j is expressed by none of its near copies', (point, ...answers) => {
  expect(outcome(point, point)).toBe('yes');
  for (const answer of answers) {
    expect([answer, outcome(point, answer)]).not.toEqual([answer, 'yes']);
    expect([answer, outcome(point, `Hello. I think ${answer}.`)]).not.toEqual([`${answer}`, 'yes']);
  }
});

const FORMULAS: readonly (readonly [point: string, ...wrong: string[]])[] = [
  [
    'The derivative of sin x is cos x',
    'The derivative of sin x is -cos x',
    'The derivative of sin x is − cos x',
    'The derivative of sin x is - cos x',
    'The derivative of cos x is sin x',
    'The derivative of sin x is cos 2x',
    'The derivative of sin x is minus cos x',
  ],
  ['E = mc²', 'E = mc', 'E = mc³', 'E = m²c', 'E = -mc²', 'E = mc2', 'E = 2mc²', 'E = mc^-2', 'E ≠ mc²', 'e = MC²'],
  ['$x^2 + y^2 = r^2$', '$x^2 - y^2 = r^2$', 'x^2 + y^2 = r', 'x + y = r', '$x^2 + y^2 = -r^2$', '$x^{2y} + 2 = r^2$'],
  ['The quotient is $a/b$', 'The quotient is $b/a$', 'The quotient is ab', 'The quotient is a*b'],
  ['$y = \\frac{1}{x}$', 'y = x', 'y = -1/x', 'y = \\frac{x}{1}', 'y = 1/x^2', 'y = 1/2x', 'y = 21/x'],
  ['$y = 2\\frac{1}{3}$', 'y = 21/3', 'y = 2*1/3', 'y = 2'],
  ['$2 H_2 + O_2 \\to 2 H_2O$', '2 H2 + O2 -> H2O', '2 O2 + H2 -> 2 H2O', '2 H2 + 2 O2 -> 2 H2O'],
  [
    '(a + b)² = a² + 2ab + b²',
    '(a + b)² = a² + b²',
    '(a - b)² = a² + 2ab + b²',
    '(a + b)² = a² - 2ab + b²',
    '(a + b)² = a² + ab + b²',
  ],
  ['f(x) = |x|', 'f(x) = x', 'f(x) = |y|', 'g(x) = |x|', '|x| = f'],
  ['x ≤ 5', 'x ≥ 5', 'x < 5', 'x = 5', 'x ≤ -5', 'x ≤ 15', 'x ≤ 5.5'],
  ['H₂O', 'HO₂', 'H3O', 'H₂O₂', 'H²O'],
  ['log 10 is 1', 'log 1 is 10', 'log 10 is -1', 'ln 10 is 1'],
  ['`a[i] == b`', '`a[i] = b`', '`a[i] != b`', '`b[i] == a`', 'a[i]'],
];

test.each(FORMULAS)('the formula %j is expressed only as written, including its signs', (point, ...wrong) => {
  expect(outcome(point, point)).toBe('yes');
  expect(outcome(point, `Well.\n${point}`)).toBe('yes');
  for (const answer of wrong) {
    expect([answer, outcome(point, answer)]).not.toEqual([answer, 'yes']);
    expect([answer, outcome(point, `I think ${answer}`)]).not.toEqual([answer, 'yes']);
    expect([answer, outcome(answer, point)]).not.toEqual([answer, 'yes']);
  }
});

test('there are at least forty wrong formulas', () => {
  expect(FORMULAS.flatMap(([, ...wrong]) => wrong).length).toBeGreaterThanOrEqual(40);
});

const SETS: Readonly<Record<string, readonly string[]>> = {
  caffeine: [
    BRAIN,
    'Adenosine builds up while we are awake and makes us sleepy',
    'The half-life of caffeine is about five hours',
    'Coffee six hours before bed still shortens sleep by about an hour',
    'Caffeine reduces deep sleep',
    'Genes decide how fast the liver breaks caffeine down',
  ],
  herz: [
    'Das Herz hat vier Kammern',
    'Die linke Kammer pumpt das Blut in die Aorta',
    'Der Sinusknoten gibt den Takt vor',
    'Venen führen das Blut zum Herzen zurück',
  ],
  心臓: ['心臓は四つの部屋を持つ', '静脈は血液を心臓に戻す', '洞結節が拍動を決める'],
  mathematics: [
    'The derivative of sin x is cos x',
    '$\\int e^x dx = e^x + C$',
    'e is about 2.718',
    'A prime has two divisors',
  ],
  history: [
    'The Bastille fell on 14 July 1789',
    'Louis XVI was beheaded on 21 January 1793',
    'The Terror ended in July 1794',
  ],
  Wörter: ['the dog', 'the cat', 'to go', 'yes', 'the time'],
};

const FILLERS =
  `hello|ok|yes|no|hm|I don't know|no idea|not sure, sorry|give me a second|one moment please|that is hard|I forgot
  |can you help me?|what was the question?|let me think about it|the cat sleeps on the sofa|it is raining here today|my sister called
  |hallo|ja|nein|weiß nicht|keine Ahnung|Moment mal|gute Frage|ich hab das vergessen|kannst du mir helfen?|das ist schwer|na gut
  |bonjour|oui|je ne sais pas|aucune idée|attends un peu|c'est difficile|j'ai oublié|peux-tu m'aider ?|une minute
  |hola|sí|no lo sé|ni idea|espera un momento|es difícil|se me olvidó|¿me ayudas?|buena pregunta
  |ciao|non lo so|nessuna idea|aspetta un attimo|è difficile|l'ho dimenticato|mi aiuti?|buona domanda
  |my phone rang, sorry|that one is tough|the bus was late again|idk|wait what|Augenblick|lass mich kurz nachdenken|mir fällt gerade nichts ein|bin gleich wieder da|tja|je l'ai sur le bout de la langue|bof|il fait chaud ici|je reviens
  |déjame pensar|tengo hambre|ahora vuelvo|el perro duerme|fammi pensare|boh|non mi ricordo|piove di nuovo|考えさせて|うーん|電話が鳴っている|猫が寝ている|えっと、なんだっけ
  |こんにちは|はい|わかりません|ちょっと待ってください|忘れました|難しいです|手伝ってください|いい質問ですね`
    .split('|')
    .map((filler) => filler.trim());

test('fillers in six languages come near no point', () => {
  expect(FILLERS.length).toBeGreaterThanOrEqual(60);
  const found = Object.entries(SETS).flatMap(([name, points]) =>
    FILLERS.flatMap((answer, at) =>
      outcomesOf({
        points,
        answer,
        question: `What do you remember of “${name}”?`,
        // Asks for each point in turn, and once for none.
        askedIds: points.slice(at % (points.length + 1)).slice(0, 1),
      }).flatMap((each, index) => (each === 'no' ? [] : [[answer, points[index], each]])),
    ),
  );
  expect(found.filter(([answer, point]) => answer !== point)).toEqual([]);
});

test.each([
  [
    'caffeine',
    'What do you remember of “Caffeine”?',
    'it blocks some receptors, and adenosine makes us sleepy',
    'ask ask no no no no',
  ],
  ['caffeine', '', 'coffee before bed shortens sleep', 'no no no ask no no'],
  ['caffeine', 'What does caffeine do to sleep?', 'it reduces it, mostly deep', 'no no no no ask no'],
  ['caffeine', '', 'Is it so that adenosine receptors are blocked in the brain?', 'no no no no no no'],
  ['herz', 'Was weißt du über das Herz?', 'die linke Kammer pumpt irgendwas', 'no ask no no'],
  ['心臓', '', '静脈は血液を運ぶ', 'no ask no'],
  ['mathematics', 'What is the derivative of sin x?', '-cos x', 'ask no no no'],
  ['history', '', 'the bastille fell in 1789, and the terror ended 1794', 'ask no ask'],
  ['history', '', 'is Louis XVI or the Bastille first', 'no no no'],
  ['herz', '', 'was hat nochmal der Sinusknoten mit dem Takt zu tun', 'no no no no'],
  ['心臓', '', '静脈は血液をどこに戻しますか', 'no no no'],
  ['caffeine', '', 'cofeine reduces deap sleep', 'no no no no ask no'],
] as const)('of %s after %j, %j is %j', (...row) => {
  const [name, question, answer, expected] = row;
  expect(outcomesOf({ points: SETS[name] ?? [], answer, question }).join(' ')).toBe(expected);
});

const ASKED_FORMULAS = [
  ['Line with slope 3 through the origin?', '$y = 3x$'],
  ['Cube root curve?', '$y = x^3$'],
  ['Circle of radius 3?', '$x^2 + y^2 = 9$'],
  ['$(p-q)^2$?', '$p^2 - 2pq + q^2$'],
  ['Hypotenuse?', '$p^2 + q^2 = r^2$'],
] as const;
test.each([
  [0, '$y = -3x$', 'ask no no no no'],
  [1, 'it is y = 3x', 'no ask no no no'],
  [3, '$p^2 + 2pq + q^2$', 'no no no ask no'],
  [4, 'The hypotenuse: p^2 + q^2 = r', 'no no no no ask'],
  [0, 'The circle is x^2 + y^2 = 3', 'ask no no no no'],
] as const)(
  'the symbols of an answer to question %d, %j, show the answer of no other question',
  (at, answer, expected) => {
    const points = ASKED_FORMULAS.map(([question, text]) => pointOf(text, { question }));
    const [question, text] = ASKED_FORMULAS[at];
    expect(outcomesOf({ points, answer, question, askedIds: [text] }).join(' ')).toBe(expected);
  },
);

test('a quote is not cut at marks in code, times or numbers', () => {
  const evaluation = (point: string, answer: string) =>
    evaluateBatchLexically([pointOf(point)], [{ author: 'person', content: answer }]).verdicts[0]?.quote;
  expect(evaluation('`b[2:5]` gives the items with index 2, 3 and 4', '`b[2:5]` gives the items of index 2 to 5')).toBe(
    '`b[2:5]` gives the items of index 2 to 5',
  );
  expect(evaluation('The train to Bern leaves at 10:45', 'I say at 10:35 the train to Bern leaves')).toContain('10:35');
});

test('a variable and a word of many formulas do not bring a formula near', () => {
  const points = [
    'The derivative of $\\sin x$ is $\\cos x$.',
    'The derivative of $e^x$ is $e^x$.',
    "Product rule: $(fg)' = f'g + fg'$",
    'Continuous functions may have corners.',
    'An integral is an area.',
  ];
  const all = points.map((text) => pointOf(text));
  const outcomes = outcomesOf({ points: all, answer: 'The derivative of sin x is -cos x' });
  expect(outcomes.join(' ')).toBe('ask no no no no');
});

test('an incomplete answer ranks by its share of the point, and quotes the clause with the largest share', () => {
  const clause = 'adenosine builds up while we are awake';
  const answer = `${'I like trains and ships, '.repeat(20)}${clause}, ${'and so on, '.repeat(20)}caffeine blocks receptors`;
  const points = [BRAIN, 'Adenosine builds up while we are awake and makes us sleepy'].map((text) => pointOf(text));
  const { verdicts } = evaluateBatchLexically(points, [{ author: 'person', content: answer }]);
  expect(verdicts.map(({ quote }) => quote)).toEqual(['caffeine blocks receptors', clause]);
  expect(verdicts.every(({ confidence, verdict }) => verdict === 'partial' && confidence < 1)).toBe(true);
});

const VOCABULARY = [pointOf('dog', { question: 'der Hund' }), pointOf('cat', { question: 'die Katze' })];
test.each([
  ['die Katze', 'cat', 'no ask'],
  ['die Katze', 'the cat', 'no ask'],
  ['die Katze', 'dog', 'ask no'],
  ['die Katze', 'a cat and a dog', 'ask ask'],
  ['What do you remember of “Animals”?', 'Hund: dog', 'ask no'],
  ['What do you remember of “Animals”?', 'Katze means dog', 'ask no'],
])('with separate questions, after %j %j is %j', (question, answer, expected) => {
  expect(outcomesOf({ points: VOCABULARY, answer, question }).join(' ')).toBe(expected);
});

test('a point with a question is certain only while it is asked for', () => {
  const points = [pointOf('1789', { question: 'When did the French Revolution begin?' })];
  expect(outcomesOf({ points, answer: '1789' })).toEqual(['ask']);
  expect(outcomesOf({ points, answer: '1789', askedIds: ['1789'] })).toEqual(['yes']);
});

test('two points with the same words are both uncertain', () => {
  const points = [pointOf('It is a liquid', { id: 'a', context: 'Water' }), pointOf('It is a liquid', { id: 'b' })];
  expect(outcomesOf({ points, answer: 'it is a liquid' })).toEqual(['ask', 'ask']);
});

test('an answer about one heading does not affect points under another', () => {
  const points = [
    pointOf('It boils at 100 degrees', { context: 'Water' }),
    pointOf('It boils at 78 degrees', { context: 'Ethanol' }),
  ];
  const asked = { points, question: 'What about “Water”?', askedIds: ['It boils at 100 degrees'] };
  expect(outcomesOf({ ...asked, answer: 'it boils at 78 degrees' })).not.toContain('yes');
  expect(outcomesOf({ ...asked, answer: 'it boils at 100 degrees' })[0]).toBe('yes');
});

test('a sentence that expresses one point is no evidence of another', () => {
  const points = [BRAIN, 'With daily use the brain grows more adenosine receptors'];
  expect(outcomesOf({ points, answer: BRAIN })).toEqual(['yes', 'no']);
  expect(outcomesOf({ points, answer: `${BRAIN}. The brain grows receptors.` })).toEqual(['yes', 'ask']);
});

test('the tutor’s words are no answer, and only the person’s message is read', () => {
  expect(outcome(BRAIN, 'yes', BRAIN)).toBe('no');
  expect(outcome(BRAIN, 'adenosine receptors', BRAIN)).toBe('no');
  for (const messages of [[{ author: 'assistant', content: 'Paris' }], []] as const)
    expect(evaluateBatchLexically([pointOf('Paris')], messages).verdicts.map(outcomeOf)).not.toContain('yes');
});

test.each([
  ['Ole Rømer, in 1676', 'Römer', 'ask'],
  ['The French Revolution began in 1789', 'In 1789', 'ask'],
  ['Les océans couvrent 71 % de la Terre.', '71 %', 'ask'],
  ['関ヶ原の戦いは1600年に起こった。', '戦い', 'ask'],
  ['Der Dritte Stand erklärte sich zur Nationalversammlung.', 'zur Nationalversammlung', 'ask'],
  ['Ole Rømer, in 1676', 'my neighbour Rømer', 'no'],
  ['Les océans couvrent 71 % de la Terre.', 'my grandfather is 71', 'no'],
])(
  'for the point asked for, %j, one word is enough if the message has nothing else: %j',
  (point, ...[answer, expected]) => {
    expect(outcomesOf({ points: [point], answer, question: 'And then?', askedIds: [point] })).toEqual([expected]);
  },
);

test('typing any point expresses it, alone and among others', () => {
  for (const points of Object.values(SETS))
    expect(new Set(outcomesOf({ points, answer: points.join('\n') }))).toEqual(new Set(['yes']));
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }), (text) => {
      fc.pre(/[\p{L}\p{N}]/u.test(text));
      expect(outcome(text, text)).toBe('yes');
    }),
    { numRuns: 150 },
  );
});

test('every point gets a verdict with a verbatim quote, for any input', () => {
  const words = fc.constantFrom(
    'caffeine',
    'not',
    '5',
    '咖啡因',
    'é',
    '?',
    ',',
    '🙂',
    "don't",
    'قهوة',
    '-',
    '$',
    '²',
    ';',
    '\n',
  );
  const anything = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.array(words).map((all) => all.join(' ')),
  );
  fc.assert(
    fc.property(fc.array(anything, { maxLength: 5 }), anything, anything, (texts, question, answer) => {
      const points = texts.map((text, index) => ({ id: String(index), text, context: '' }));
      const messages = [
        { author: 'assistant', content: question },
        { author: 'person', content: answer },
      ] as const;
      const { verdicts } = evaluateBatchLexically(points, messages);
      expect(verdicts.map(({ id }) => id)).toEqual(points.map(({ id }) => id));
      expect(verdicts.every(({ quote }) => answer.includes(quote))).toBe(true);
    }),
    { numRuns: 50 },
  );
});

/** Points with questions, as in a list of words. */
test.each([
  ['se souvenir', 'to remember', 'remember', 'ask'],
  ['savoir', 'to know', 'know', 'ask'],
  ['savoir', 'to know', "I don't know", 'no'],
  ['avoir', 'to have', 'to make', 'no'],
  ['le chat', 'the cat', 'it means a cat', 'ask'],
  ['the spoon', 'la cuillère', 'le cuillère', 'ask'],
  ['the man', 'der Mann', 'die Mann', 'ask'],
  ['the man', 'der Mann', 'man', 'no'],
  ['from the house', 'de la maison', 'à la maison', 'ask'],
  ['celui-ci', 'this one', 'that one', 'ask'],
  ['acid', 'H2SO4', 'H₂SO₄', 'ask'],
  ['salt', 'Table salt is NaCl', 'NaCl', 'ask'],
  ['correr', 'to run', 'run', 'ask'],
  ['correr', 'to run', 'running', 'ask'],
  ['Woraus besteht Ozon?', 'Aus drei Sauerstoffatomen', 'zwei Sauerstoffatome', 'ask'],
  ['the derivative of $e^x$', '$e^x$', 'x e^x', 'ask'],
  ['the derivative of $x^2$', '$2x$', 'x^2', 'ask'],
  ['the derivative of $x^2$', '$2x$', 'n(n+1)/2', 'no'],
  ['What is momentum?', 'Momentum is mass times velocity', 'one moment', 'no'],
])('to %j, %j, the answer %j is %s', (question, text, ...[answer, expected]) => {
  const point = pointOf(text, { question });
  const points = [point, pointOf('die Frau', { question: 'the woman' }), pointOf('the key', { question: 'la clé' })];
  expect(outcomesOf({ points, answer, question, askedIds: [point.id] })[0]).toBe(expected);
});

test.each([
  'the body is tired today',
  'my body hurts',
  'I have four cats',
  'one second please',
  'the liver is good with onions, says my mother',
  'heute ist mein Körper müde',
  'keine Lust',
  'good question',
  'Moment mal',
])('one common word is not enough: %j', (answer) => {
  const points = [
    'Insulin lets sugar enter the cells of the body',
    'The heart has four chambers',
    'The liver stores glucose as glycogen',
    'Das Herz pumpt Blut durch den Körper',
    'Das Lustspiel entstand in Athen',
    'Ein Ion hat eine Ladung',
    'Die Malerei begann in Höhlen',
  ];
  for (const askedId of points)
    expect(outcomesOf({ points, answer, question: 'What else?', askedIds: [askedId] })).toEqual(points.map(() => 'no'));
});

test.each([
  ['Der Vertrag wurde am 28. Juni 1919 unterzeichnet.', '12.6.1920', 'no'],
  ['Eine Oktave umfasst acht Töne.', 'acht Töne', 'ask'],
  ['Eine Oktave umfasst acht Töne.', 'ich habe acht Katzen', 'no'],
  ['Hydrogen burns: $2 H_2 + O_2 \\to 2 H_2O$.', '2 H2 + O2 -> 2 H2O', 'ask'],
  ['$\\sin^2 x + \\cos^2 x = 1$', 'n(n+1)/2', 'no'],
])('%j is shown on a card after %j: %s', (point, answer, expected) => {
  expect(outcome(point, answer)).toBe(expected);
});

test.each([
  ['E = mc²', 'E=mc^2', 'ask'],
  ['E = mc²', 'E = mc^3', 'ask'],
  ['Newton’s second law is $F = ma$.', '$$F=ma$$', 'ask'],
  ['Newton’s second law is $F = ma$.', 'F = m a', 'ask'],
  ['Ohm’s law: U = R·I', 'R=U/I', 'ask'],
  ['Die kinetische Energie ist $E = \\frac{1}{2}mv^2$.', 'E=1/2 m v²', 'ask'],
  ['The derivative of $\\sin x$ is $\\cos x$.', "(sin x)' = cos x", 'ask'],
  ['Coulomb: F = k q_1 q_2 / r^2', 'F=k q1 q2/r²', 'ask'],
  ['The integral of $\\cos x$ is $\\sin x + C$.', 'sin x + C', 'ask'],
  ['Newton’s second law is $F = ma$.', 'E = mc²', 'no'],
  ['The heart has four chambers', 'a + b = c', 'no'],
])('to the formula point “%s” the formula “%s” alone is: %s', (point, answer, expected) => {
  expect(outcome(point, answer, 'Write down what you remember of “Physics”, in any order.')).toBe(expected);
});

test('common functions do not bring a formula near another one', () => {
  const points = ['$\\sin^2 x + \\cos^2 x = 1$', '$\\sin 2x = 2 \\sin x \\cos x$'];
  expect(outcomesOf({ points, answer: '$\\sin^2 x - \\cos^2 x = 1$' })).toEqual(['ask', 'no']);
});

test('a formula with another sign is near the one with the same order of letters', () => {
  const points = ['The derivative of $\\sin x$ is $\\cos x$.', 'The derivative of $\\cos x$ is $-\\sin x$.'];
  expect(outcomesOf({ points, answer: 'The derivative of sin x is -cos x' })).toEqual(['ask', 'no']);
  expect(outcomesOf({ points, answer: 'The derivative of cos x is sin x' })).toEqual(['no', 'ask']);
});

test('formulas in one sentence open a card for each of their points', () => {
  const points = [
    '$E = mc^2$',
    'Newton’s second law: $F = ma$',
    'The derivative of $\\sin x$ is $\\cos x$.',
    '$U = RI$',
  ];
  const answer = 'E=mc^2 and $F = ma$, and the derivative of sin x is -cos x I think';
  expect(outcomesOf({ points, answer, question: 'Write down what you remember.' })).toEqual([
    'ask',
    'ask',
    'ask',
    'no',
  ]);
});

test('a clause is not cut between the arguments of a call', () => {
  const answer = 'a.slice(1, 3) copies the items 1 and 2';
  const points = [pointOf('`a.slice(1, 3)` copies the items 1 and 2 and leaves a alone.')];
  expect(evaluateBatchLexically(points, [{ author: 'person', content: answer }]).verdicts[0]?.quote).toBe(answer);
});

test('a card quotes the clause that came near the point', () => {
  const answer =
    'People were starving, and then they stormed the Bastille in 1789, and later the king lost his head, poor man.';
  const points = [pointOf('The Bastille was stormed on 14 July 1789.'), pointOf('The crust floats on the mantle.')];
  const { verdicts } = evaluateBatchLexically(points, [{ author: 'person', content: answer }]);
  expect(verdicts.map(({ quote }) => quote)).toEqual(['then they stormed the Bastille in 1789', '']);
});

test('a card quotes the clause with most of the words', () => {
  const points = [
    pointOf('Black tea is fully oxidised.'),
    pointOf('Oolong is partly oxidised.'),
    pointOf('Rust is red.'),
  ];
  const answer = 'black tea is oxidised fully, and oolong only partly. St. Helena grew some';
  const { verdicts } = evaluateBatchLexically(points, [{ author: 'person', content: answer }]);
  expect(verdicts.map(({ quote }) => quote)).toEqual(['black tea is oxidised fully', 'oolong only partly', '']);
});

test('words that most of the points have bring no point near', () => {
  const points = ['\\sin x$ is $\\cos x', 'e^x$ is $e^x', '\\ln x$ is $1/x'].map(
    (rule) => `The derivative of $${rule}$.`,
  );
  const answer = 'the derivative of sin x is -cos x. e^x stays e^x';
  expect(outcomesOf({ points, answer, question: 'What else?' })).toEqual(['ask', 'ask', 'no']);
  const rivers = ['Rhine flows into the North', 'Danube flows into the Black', 'Volga flows into the Caspian'];
  expect(
    outcomesOf({
      points: rivers.map((river) => `The river ${river} Sea.`),
      answer: 'the river Rhine flows to the sea',
    }),
  ).toEqual(['ask', 'no', 'no']);
});

test('a right “no” is credited as a right “yes” is', () => {
  for (const [point, answer] of [
    ['Yes', 'yes'],
    ['No.', 'no'],
    ['Sí', 'sí'],
  ] as const)
    expect(outcomesOf({ points: [point], answer, question: 'Is it?', askedIds: [point] })).toEqual(['yes']);
});

test.each([
  ['A week has 7 days.', 'I have 7 cats and 5 dogs'],
  ['Speed is 5 m/s.', 'A coffee costs 5 dollars and a cake 6'],
  ['A century has 100 years.', 'my grandmother has 100 hens'],
  ['Zeit ist Geld.', 'Ich brauche mehr Zeit'],
  ['Zeit ist Geld.', 'Gib mir Zeit'],
  ['Zeit ist relativ.', 'relativ schwer'],
  ['Zeit ist relativ.', 'das ist ja total relativ'],
  ['Water boils at 100 °C.', '100 degrees of what'],
  ['Die Probe ist absolut rein.', 'absolut keine Lust'],
  ['時間は相対的である。', '時間をください'],
  ['A point has no extension.', 'no point'],
  ['A point has no extension.', 'I had that point'],
  ['Hold the note for one moment before the chord.', 'one moment please'],
  ['Robespierre wurde im Juli 1794 gestürzt.', 'Am 14. Juli 1790 wurde die Bastille gestürmt'],
  ['The subdominant of C is F', 'I hate being dominant'],
  ['Die Subdominante von C ist F', 'die Dominante von C ist G'],
])('%j is not shown to %j', (point, answer) => {
  expect(outcome(point, answer)).toBe('no');
  expect(outcomesOf({ points: [point, 'A crust floats.'], answer, askedIds: [point] })[0]).toBe('no');
});

test('an article of another language brings no point near', () => {
  const asked = pointOf('el agua', { question: 'How do you say “the water” if you are in Spain?' });
  for (const [answer, expected] of [
    ['el gato', 'no'],
    ['el agua', 'yes'],
    ['la agua', 'ask'],
  ] as const)
    expect(outcomesOf({ points: [asked], answer, question: 'And this?', askedIds: [asked.id] })[0]).toBe(expected);
});

test('a sentence that begins with a number is a separate sentence', () => {
  const points = ['A coffee costs $5 and a cake $6.', '2*3*4 is 24.', 'It is red.', '7 days make a week.'];
  expect(outcomesOf({ points, answer: points.join(' ') })).toEqual(points.map(() => 'yes'));
  const dates = 'Er starb am 9. 11. 1918 in Berlin.';
  expect(outcome(dates, `Hm. ${dates}`)).toBe('yes');
});

test.each([
  ['for (let i = 0; i <= n; i++) { sum += a[i]; }', '`for (let i = 0; i < n; i++) { sum += a[i]; }`'],
  ['The set is {1, 2} and it is finite, so closed', 'The finite set is {1, 2, 3}'],
  ['It is $f(x, y), g$ with smooth partial derivatives', 'smooth partial derivatives $f(x), g$'],
])('the quote of %j is not cut at marks inside brackets, code or a formula', (answer, point) => {
  const { verdicts } = evaluateBatchLexically([pointOf(point)], [{ author: 'person', content: answer }]);
  const quote = verdicts[0]?.quote ?? '';
  expect(quote).not.toBe('');
  for (const [opening, closing] of [
    ['(', ')'],
    ['{', '}'],
    ['[', ']'],
  ] as const)
    expect(quote.split(opening).length).toBe(quote.split(closing).length);
  expect((quote.split('$').length - 1) % 2).toBe(0);
});

test.each([
  ['What is the capital of Poland?', 'Warsaw', 'Warsaw?', 'ask'],
  ['What is the capital of Poland?', 'Warsaw', 'I think it is Warsaw, right?', 'ask'],
  ['What is the capital of Poland?', 'Warsaw', 'What is Warsaw?', 'no'],
  ['What is the capital of Poland?', 'Warsaw', 'Is it Warsaw?', 'no'],
  ['What is the capital of Poland?', 'Warsaw', 'The capital of Poland is Warsaw.', 'yes'],
  ['Capital of Poland?', 'Warsaw', 'The capital of Poland is Warsaw.', 'yes'],
  ['What was the capital of Poland?', 'Warsaw', 'The capital of Poland is Warsaw.', 'ask'],
  ['What is the capital of Poland?', 'Warsaw', 'The capital of Poland is not Warsaw.', 'ask'],
  ['What is the capital of Poland?', 'Warsaw', 'The capital of Poland is Warsaw or Cracow.', 'ask'],
  ['Who beat Napoleon?', 'Wellington', 'Napoleon beat Wellington', 'ask'],
  ['der Hund', 'the dog', 'der Hund means the dog', 'yes'],
  ['学校', 'がっこう (school)', 'がっこう', 'yes'],
  ['火', 'ひ (fire)', 'ひ', 'yes'],
  ['水', 'みず', 'みずです', 'yes'],
  ['雨は降る?', 'はい（冬だけ）', 'はい', 'ask'],
  ['Does it rain?', 'Yes (in winter)', 'yes', 'ask'],
] as const)('to “%s” with %j, %j is %s', (question, text, ...[answer = '', expected]) => {
  const point = pointOf(text, { question });
  expect(outcomesOf({ points: [point], answer, question, askedIds: [point.id] })).toEqual([expected]);
});
