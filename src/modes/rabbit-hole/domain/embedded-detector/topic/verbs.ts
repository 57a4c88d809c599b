const BASES = new Set(
  `absorb affect age attack bake beat become believe bind bite block bloom boil bounce breathe brew bring build burn buy call carry catch cause
  change choose clean climb collapse collect communicate conduct control convert cook cool cover cross cry crystallise
  crystallize cure dance decay decide defend destroy detect develop die digest disappear discover dissolve dream drink
  drive drop dry eat emerge erode erupt escape evolve expand explode fall fear feed ferment fight fill find fix float flow
  fly fold follow forget form freeze glow grow happen harvest hatch heal hear heat help hibernate hide hold huddle hunt hurt improve
  influence inherit invade invent invest itch keep kill land laugh lay lead learn leave live lose make manage mate measure
  meditate meet melt migrate mine mourn
  move mutate navigate orbit paint pay perceive plan play pollinate pray prefer prevent produce protect pull purr push rain reach react recover
  recycle reduce reflect regulate rely remember repair replace reproduce rest rise rotate rule run rust see sell sense separate shine
  shrink sing sink sleep smell smoke sneeze snore snow speak spin split spread stand start stay stop store survive sweat swim
  sweeten taste teach think throw tolerate trade train transmit travel treat use vary vote wake walk warm wash watch wear weigh win
  wink work worship write yawn bark bleed blink blush breed chew chirp conquer crash crave croak drown evaporate fail
  flood hiccup howl hug kiss lick marry pop sail shake shiver smile snore spy sting stink strike stutter swallow swing
  tickle turn hate love wag`.split(/\s+/),
);

const IRREGULAR_PARTICIPLES: ReadonlyMap<string, string> = new Map(
  Object.entries({
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
    died: 'die',
    drunk: 'drink',
    brought: 'bring',
    bought: 'buy',
    caught: 'catch',
    drawn: 'draw',
    driven: 'drive',
    fought: 'fight',
    hidden: 'hide',
    sent: 'send',
    shot: 'shoot',
    spoken: 'speak',
    struck: 'strike',
    sunk: 'sink',
    worn: 'wear',
  }),
);

/** Words that only end like participles. */
const NO_PARTICIPLES = new Set('biped hundred moped naked quadruped sacred watershed wicked'.split(' '));
const GERUNDS = new Set([...BASES].map(gerundOf));

/** Irregular pasts that are not participles as well: "houses built in Rome" has none. */
const IRREGULAR_PASTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ate: 'eat',
    became: 'become',
    began: 'begin',
    died: 'die',
    drank: 'drink',
    grew: 'grow',
    slept: 'sleep',
    wore: 'wear',
    wrote: 'write',
  }),
);

export function isBaseVerb(form: string): boolean {
  return BASES.has(form);
}

/** Third person forms, not plurals: "a star dies", not "star dies". */
const THIRD_PERSONS = new Set(
  'dies eats turns grows becomes erupts explodes disappears melts freezes evolves hibernates migrates survives'.split(
    ' ',
  ),
);

export function isThirdPerson(form: string): boolean {
  return THIRD_PERSONS.has(form);
}

export function isGerund(form: string): boolean {
  return GERUNDS.has(form);
}

/** `decaffeinated` becomes `decaffeinating`, `made` becomes `making`; null without a participle. */
export function gerundOfParticiple(form: string): string | null {
  const base = IRREGULAR_PARTICIPLES.get(form);
  if (base !== undefined) return gerundOf(base);
  // "Left-handed" is an attribute, not a participle; "speed" is neither.
  if (form.length < 5 || !/[^e]ed$/.test(form) || form.includes('-') || NO_PARTICIPLES.has(form)) return null;
  return form.endsWith('ied') ? `${form.slice(0, -3)}ying` : `${form.slice(0, -2)}ing`;
}

/** `drank` becomes `drinking`; null if it may be another form. */
export function gerundOfPast(form: string): string | null {
  const base = IRREGULAR_PASTS.get(form);
  return base === undefined ? null : gerundOf(base);
}

/** `causes` becomes `causing` if the verb is known. */
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
