const BASES = new Set(
  `absorb affect age attack bake become believe bind bite bloom boil bounce breathe brew build burn buy call carry cause
  change choose clean climb collapse collect communicate conduct control convert cook cool cover cross crystallise
  crystallize cure dance decay decide defend destroy detect develop die digest disappear discover dissolve dream drink
  drive drop dry eat emerge erode erupt escape evolve expand explode fall fear feed ferment fight fill find fix float flow
  fly fold follow form freeze glow grow happen harvest hatch heal hear heat hibernate hide hold hunt hurt improve
  influence inherit invent invest keep kill land laugh lay lead learn leave live lose make manage mate measure meet melt migrate mine
  move mutate orbit pay perceive plan play pollinate prefer prevent produce protect pull purr push reach react recover
  recycle reduce reflect regulate rely repair replace reproduce rest rise rotate rule run rust see sell sense separate shine
  shrink sing sink sleep smell smoke snow spin split spread stand start stay stop store survive sweat swim taste teach
  think throw tolerate trade train transmit travel treat use vary vote wake walk warm wash watch wear weigh win work worship
  write yawn`.split(/\s+/),
);

const IRREGULAR_PARTICIPLES: Readonly<Record<string, string>> = {
  built: 'build',
  brewed: 'brew',
  chosen: 'choose',
  eaten: 'eat',
  found: 'find',
  frozen: 'freeze',
  grown: 'grow',
  held: 'hold',
  kept: 'keep',
  lost: 'lose',
  made: 'make',
  paid: 'pay',
  sold: 'sell',
  spun: 'spin',
  stolen: 'steal',
  taught: 'teach',
  thrown: 'throw',
  won: 'win',
  written: 'write',
  broken: 'break',
};

export function isBaseVerb(form: string): boolean {
  return BASES.has(form);
}

/** `decaffeinated` is `decaffeinating`, `made` is `making`; null for what is no participle. */
export function gerundOfParticiple(form: string): string | null {
  const base = IRREGULAR_PARTICIPLES[form];
  if (base !== undefined) return gerundOf(base);
  if (form.length < 5 || !form.endsWith('ed')) return null;
  return form.endsWith('ied') ? `${form.slice(0, -3)}ying` : `${form.slice(0, -2)}ing`;
}

/** `causes` is `causing`, where the verb is known. */
export function gerundOfThirdPerson(form: string): string | null {
  if (!form.endsWith('s')) return null;
  const base = [form.slice(0, -1), form.slice(0, -2), `${form.slice(0, -3)}y`].find(isBaseVerb);
  return base === undefined ? null : gerundOf(base);
}

export function gerundOf(base: string): string {
  if (base.endsWith('ie')) return `${base.slice(0, -2)}ying`;
  if (/[^eoy]e$/.test(base)) return `${base.slice(0, -1)}ing`;
  return /^[^aeiou]*[aeiou][bdgklmnprt]$/.test(base) ? `${base}${base.at(-1)}ing` : `${base}ing`;
}
