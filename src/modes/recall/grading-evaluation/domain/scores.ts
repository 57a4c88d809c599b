import type { Outcome } from '../../evaluator/domain/outcome.ts';
import type { Grading } from './grading.ts';
import { labels, type Label } from './labelled-answer.ts';

export interface GradedAnswer extends Grading {
  readonly label: Label;
}

/** Figures over graded answers, each from 0 to 1 except kappa; null without data. */
export interface GradingScores {
  readonly rows: number;
  /** Correct against the other two labels, with equal class weights. */
  readonly macroF1_2way: number;
  /** Over the labels that occur as label or prediction. */
  readonly macroF1_3way: number;
  /** Over the three labels, weighted by frequency. */
  readonly weightedF1: number;
  /** Cohen's kappa over the three labels: agreement beyond chance. */
  readonly kappa: number;
  /** Share of the answers labelled contradictory or incorrect that are credited. */
  readonly falseCredit: number | null;
  /** Share of the answers labelled correct that are credited. */
  readonly credited: number | null;
  /** Shares of the answers by outcome. */
  readonly yes: number;
  readonly no: number;
  readonly ask: number;
  /** Share of the answers of outcome yes that are labelled correct. */
  readonly precisionYes: number | null;
  /** Share of the answers labelled correct of outcome no. */
  readonly missedRight: number | null;
}

export function gradingScoresOf(answers: readonly GradedAnswer[]): GradingScores {
  const three = answers.map(({ label, prediction }) => [label, prediction] as const);
  const two = three.map(([label, prediction]) => [isCorrect(label), isCorrect(prediction)] as const);
  const correct = answers.filter(({ label }) => label === 'correct');
  const wrong = answers.filter(({ label }) => label !== 'correct');
  const classes = f1Of(labels, three);
  return {
    rows: answers.length,
    macroF1_2way: mean(f1Of(['correct', 'other'], two).map(({ f1 }) => f1)),
    macroF1_3way: mean(classes.map(({ f1 }) => f1)),
    weightedF1: classes.reduce((sum, { f1, given }) => sum + (f1 * given) / answers.length, 0),
    kappa: kappaOf(three),
    falseCredit: shareOf(wrong, ({ credited }) => credited),
    credited: shareOf(correct, ({ credited }) => credited),
    yes: shareWith('yes', answers) ?? 0,
    no: shareWith('no', answers) ?? 0,
    ask: shareWith('ask', answers) ?? 0,
    precisionYes: shareOf(
      answers.filter(({ outcome }) => outcome === 'yes'),
      ({ label }) => label === 'correct',
    ),
    missedRight: shareWith('no', correct),
  };
}

function isCorrect(label: Label): 'correct' | 'other' {
  return label === 'correct' ? 'correct' : 'other';
}

function shareWith(wanted: Outcome, answers: readonly GradedAnswer[]): number | null {
  return shareOf(answers, ({ outcome }) => outcome === wanted);
}

function shareOf(answers: readonly GradedAnswer[], is: (answer: GradedAnswer) => boolean): number | null {
  return answers.length === 0 ? null : answers.filter(is).length / answers.length;
}

type Pairs<Class extends string> = readonly (readonly [given: Class, predicted: Class])[];

function f1Of<Class extends string>(classes: readonly Class[], pairs: Pairs<Class>): { f1: number; given: number }[] {
  return classes.flatMap((each) => {
    const given = pairs.filter(([label]) => label === each).length;
    const predicted = pairs.filter(([, prediction]) => prediction === each).length;
    const met = pairs.filter(([label, prediction]) => label === each && prediction === each).length;
    return given + predicted === 0 ? [] : [{ f1: (2 * met) / (given + predicted), given }];
  });
}

function kappaOf(pairs: Pairs<Label>): number {
  const count = pairs.length;
  const agreed = pairs.filter(([label, prediction]) => label === prediction).length / count;
  const byChance = labels.reduce((sum, each) => {
    const given = pairs.filter(([label]) => label === each).length / count;
    const predicted = pairs.filter(([, prediction]) => prediction === each).length / count;
    return sum + given * predicted;
  }, 0);
  return byChance === 1 ? 1 : (agreed - byChance) / (1 - byChance);
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
