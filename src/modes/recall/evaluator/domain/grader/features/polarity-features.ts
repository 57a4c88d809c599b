import { meetsFrom } from '../words/word-likeness.ts';
import type { Comparison } from './comparison.ts';
import { bothOf, shareOf } from './text-view.ts';

/** Denied stems on either side. */
export interface Denials {
  readonly inAnswer: ReadonlySet<string>;
  readonly inPoint: ReadonlySet<string>;
}

const GIVEN_SHARE = 0.5;

/** Whether both affirm and deny the same: negations, opposites, distinguishing names and numbers. */
export function polarityFeatures({ question, point, answer, met, said }: Comparison, denials: Denials) {
  const opposed = met.filter(({ opposite }) => opposite !== null);
  const isOdd = (answer.negators + point.negators) % 2;
  const { agreeing, disagreeing } = weighAgreement(met, denials);
  const { denied, affirmed } = countDenied(met, denials);
  const covered = weighedShare(met);
  const precise = weighedShare(said);
  const both = bothOf(covered, precise);
  const names = new Set(point.terms.filter((term) => term.isLabel || term.isNumber).map(({ stem }) => stem));
  const ownNames = answer.terms.filter((term) => term.isLabel || term.isNumber).map(({ stem }) => stem);
  const otherNames = ownNames.filter((stem) => !names.has(stem));
  const namesMet = ownNames.length - otherNames.length;
  return {
    negators: answer.negators,
    negationDiffers: isOdd,
    contraries: opposed.length,
    contrariesFresh: opposed.filter(({ isGiven }) => !isGiven).length,
    signDiffers: (isOdd + opposed.length) % 2,
    namesMet,
    namesMissing: names.size - namesMet,
    namesOther: otherNames.length,
    namesForeign: otherNames.filter((stem) => !question.stems.has(stem)).length,
    denied,
    deniedShare: shareOf(denied, denied + affirmed),
    agreeing: shareOf(agreeing, agreeing + disagreeing),
    disagreeing: shareOf(disagreeing, agreeing + disagreeing),
    disagreement: disagreeing,
    contradicts: disagreeing > 0 || opposed.length > 0 || isOdd === 1 ? both : 0,
    contradictsByWeight: shareOf(disagreeing, agreeing + disagreeing) * both,
  };
}

function weighedShare(each: readonly { term: { weight: number }; likeness: number }[]): number {
  let [part, whole] = [0, 0];
  for (const { term, likeness } of each) {
    whole += term.weight;
    part += term.weight * likeness;
  }
  return shareOf(part, whole);
}

/** An opposite reverses the meaning, and so does a denial; both together preserve it. */
function weighAgreement(met: Comparison['met'], { inAnswer, inPoint }: Denials) {
  let [agreeing, disagreeing] = [0, 0];
  for (const { term, likeness, by, opposite, isGiven } of met) {
    const word = likeness >= meetsFrom ? by : opposite;
    if (!word || term.isLabel || term.isNumber) continue;
    const isTurned =
      (word === opposite && likeness < meetsFrom) !== (inAnswer.has(word.stem) !== inPoint.has(term.stem));
    const weight = term.weight * (isGiven ? GIVEN_SHARE : 1);
    if (isTurned) disagreeing += weight;
    else agreeing += weight;
  }
  return { agreeing, disagreeing };
}

function countDenied(met: Comparison['met'], { inAnswer, inPoint }: Denials) {
  let [denied, affirmed] = [0, 0];
  for (const { term, likeness, by } of met) {
    if (!by || likeness < meetsFrom) continue;
    if (inAnswer.has(by.stem) === inPoint.has(term.stem)) affirmed += 1;
    else denied += 1;
  }
  return { denied, affirmed };
}
