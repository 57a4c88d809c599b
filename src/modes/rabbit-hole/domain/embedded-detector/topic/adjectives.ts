const ADJECTIVES = new Set(
  `blue red green yellow black white brown grey gray pink purple orange dark bright clear transparent cold hot warm cool
  wet dry salty sweet sour bitter spicy sticky slippery soft heavy light loud quiet quick fast slow dead alive awake asleep
  sleepy tired jittery nervous anxious hungry thirsty drunk sober sick ill healthy fat thin tall short rich poor cheap
  expensive rare common popular addictive addicted toxic poisonous dangerous safe legal illegal flat round deep shallow
  high low strong weak sharp blind deaf bored scared angry jealous dizzy hyper allergic immune extinct fluffy shiny noisy
  smelly magnetic radioactive acidic universal bald wrinkly pregnant contagious famous violent aggressive intelligent smart married humane late early
  afraid important necessary powerful useful`.split(/\s+/),
);

/** Adjectives that add nothing to a topic name: "alive viruses". */
const SAID_BEHIND = new Set(
  'afraid alive asleep awake dead ill important married necessary powerful useful'.split(' '),
);

export function isAdjective(form: string): boolean {
  return ADJECTIVES.has(form) || /-(?:[a-z]+[^e]ed|blind)$/.test(form);
}

export function standsBehind(form: string): boolean {
  return SAID_BEHIND.has(form);
}

/** Adjectives that are also nouns: "is light faster than sound". */
export function isNounToo(form: string): boolean {
  return form === 'light' || form === 'orange';
}

/** A comparative whose base is known: "hotter" of "hot". */
export function isComparative(form: string): boolean {
  if (!form.endsWith('er')) return false;
  const base = form.slice(0, -2);
  return [base, `${base}e`, base.slice(0, -1), base.replace(/i$/, 'y')].some((each) => ADJECTIVES.has(each));
}
