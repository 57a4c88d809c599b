/** Pairs of a label and its prediction. */
type Pairs<Class> = readonly (readonly [given: Class, predicted: Class])[];

export const LABELS = ['correct', 'contradictory', 'incorrect'] as const;

interface GradedAnswer {
  readonly label: (typeof LABELS)[number];
  readonly prediction: (typeof LABELS)[number];
  readonly credited: boolean;
}

/** Figures over graded answers. Classes that occur neither as a label nor as a prediction are left out. */
export function gradingScoresOf(answers: readonly GradedAnswer[]) {
  const three = answers.map(({ label, prediction }) => [label, prediction] as const);
  const two = three.map(([label, prediction]) => [label === 'correct', prediction === 'correct'] as const);
  const classes = classesOf(LABELS, three);
  const agreed = share(three.filter(([label, prediction]) => label === prediction).length, three.length);
  const byChance = classes.reduce((sum, { given, predicted }) => sum + (given * predicted) / three.length ** 2, 0);
  const creditedOf = (some: readonly GradedAnswer[]) =>
    some.length === 0 ? null : share(some.filter(({ credited }) => credited).length, some.length);
  return {
    rows: answers.length,
    /** Correct against the other two labels. */
    macroF1_2way: meanF1(classesOf([true, false], two)),
    macroF1_3way: meanF1(classes),
    /** Over the three labels, weighted by frequency. */
    weightedF1: classes.reduce((sum, { f1, given }) => sum + (f1 * given) / three.length, 0),
    /** Cohen's kappa: agreement beyond chance. */
    kappa: byChance === 1 ? 1 : (agreed - byChance) / (1 - byChance),
    /** Share of the answers labelled contradictory or incorrect that a session would credit. */
    falseCredit: creditedOf(answers.filter(({ label }) => label !== 'correct')),
    /** Share of the answers labelled correct that a session would credit. */
    credited: creditedOf(answers.filter(({ label }) => label === 'correct')),
  };
}

interface JudgedTurn {
  readonly dialogue: string;
  /** The index of the turn in its dialogue. */
  readonly turn: number;
  readonly shift: number;
  readonly prediction: 0 | 1;
}

/** Figures over the scored turns; 0 without data. */
export function tangentScoresOf(turns: readonly JudgedTurn[]) {
  const shifts = turns.filter(({ shift }) => shift === 1);
  const predicted = turns.filter(({ prediction }) => prediction === 1);
  const pairs = turns.map(({ shift, prediction }) => [shift, prediction] as const);
  const { f1, precision, recall } = scoresOf(1, pairs);
  const near = [shareNear(predicted, shifts), shareNear(shifts, predicted)] as const;
  return {
    turns: turns.length,
    f1,
    precision,
    recall,
    /** Like `f1`, but a prediction also matches a shift one turn away. */
    f1Within1: share(2 * near[0] * near[1], near[0] + near[1]),
    falseAlarmsPer10Turns: 10 * share(predicted.filter(({ shift }) => shift !== 1).length, turns.length),
  };
}

/** The share of `some` with one of `others` at most one turn away in the same dialogue. */
function shareNear(some: readonly JudgedTurn[], others: readonly JudgedTurn[]): number {
  const places = new Set(others.map(({ dialogue, turn }) => `${turn} ${dialogue}`));
  const near = some.filter(({ dialogue, turn }) => [-1, 0, 1].some((step) => places.has(`${turn + step} ${dialogue}`)));
  return share(near.length, some.length);
}

function scoresOf<Class>(each: Class, pairs: Pairs<Class>) {
  const given = pairs.filter(([label]) => label === each).length;
  const predicted = pairs.filter(([, prediction]) => prediction === each).length;
  const met = pairs.filter(([label, prediction]) => label === each && prediction === each).length;
  const f1 = share(2 * met, given + predicted);
  return { given, predicted, f1, precision: share(met, predicted), recall: share(met, given) };
}

/** The scores of the classes that occur as a label or a prediction. */
function classesOf<Class>(classes: readonly Class[], pairs: Pairs<Class>) {
  return classes.map((each) => scoresOf(each, pairs)).filter(({ given, predicted }) => given + predicted > 0);
}

function meanF1(classes: readonly { readonly f1: number }[]): number {
  return share(
    classes.reduce((sum, { f1 }) => sum + f1, 0),
    classes.length,
  );
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
