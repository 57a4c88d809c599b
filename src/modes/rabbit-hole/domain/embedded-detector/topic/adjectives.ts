const ADJECTIVES = new Set(
  `blue red green yellow black white brown grey gray pink purple orange dark bright clear transparent cold hot warm cool
  wet dry salty sweet sour bitter spicy sticky slippery soft heavy light loud quiet quick fast slow dead alive awake asleep
  sleepy tired jittery nervous anxious hungry thirsty drunk sober sick ill healthy fat thin tall short rich poor cheap
  expensive rare common popular addictive addicted toxic poisonous dangerous safe legal illegal flat round deep shallow
  high low strong weak sharp blind deaf bored scared angry jealous dizzy hyper allergic immune extinct fluffy shiny noisy
  smelly magnetic radioactive acidic universal bald wrinkly pregnant contagious famous violent aggressive intelligent smart married humane late early`.split(
    /\s+/,
  ),
);

export function isAdjective(form: string): boolean {
  return ADJECTIVES.has(form);
}
