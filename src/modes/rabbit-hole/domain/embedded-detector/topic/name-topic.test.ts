import { expect, test } from 'vitest';

import { nameTopic } from './name-topic.ts';

function name(sentence: string, ...otherTexts: readonly string[]): string {
  return nameTopic(sentence, { freshStems: new Set(), otherTexts });
}

test('a name is a stretch of the person’s own words', () => {
  expect(name('I would love to know more about the history of coffee houses in Vienna')).toBe(
    'history of coffee houses in Vienna',
  );
  expect(name('speaking of heat, how do geothermal power stations work')).toBe('heat and geothermal power stations');
  expect(name('Why did people start drinking coffee in the first place')).toBe('drinking coffee');
});

test('verbs become nouns', () => {
  expect(name('that makes me wonder how tea is decaffeinated')).toBe('decaffeinating tea');
  expect(name('how is glass recycled')).toBe('recycling glass');
  expect(name('why do volcanoes erupt')).toBe('volcanoes erupting');
  expect(name('what causes northern lights')).toBe('causing northern lights');
  expect(name('Can we talk about how vaccines are made')).toBe('making vaccines');
  expect(name('i wonder if cancer cells eat more sugar')).toBe('cancer cells eating sugar');
  expect(name('what if the moon disappeared')).toBe('moon disappearing');
});

test('names keep their capitals, a sentence’s beginning and shouting do not', () => {
  expect(name('Did Napoleon ever meet George Washington')).toBe('Napoleon meeting George Washington');
  expect(name('Volcanic soil is good for wine by the way')).toBe('volcanic soil and wine');
  expect(name('Vienna has many coffee houses', 'A street in Vienna')).toBe('Vienna and coffee houses');
  expect(name('WHY DO CATS PURR')).toBe('cats purring');
});

test('German nouns are named with the adjectives before them', () => {
  expect(name('Mich würde interessieren, wie künstliche Solarzellen funktionieren')).toBe('künstliche Solarzellen');
  expect(name('Gibt es auch Tiere, die das können, zum Beispiel Meeresschnecken')).toBe('Tiere und Meeresschnecken');
});

test('a name is short and ends in a word that tells, whatever it is made of', () => {
  const long = name(
    'what about the extraordinarily complicated international telecommunications infrastructure regulations',
  );
  expect(long.length).toBeLessThanOrEqual(60);
  expect(long).toMatch(/^extraordinarily complicated international/);
  expect(name('what role did mitochondria play in the evolution of plants')).toBe('evolution of plants');
  expect(name('how are you')).toBe('how are you');
});

const cases: Readonly<Record<string, readonly (readonly [said: string, name: string])[]>> = {
  'words of mere talk are no part of a name': [
    ['hm, how did Ottoman coffee houses work', 'Ottoman coffee houses'],
    ['btw how do they make decaf', 'decaf'],
    ['whoa so do fish sleep', 'fish sleeping'],
    ['ok but how did the Dutch bring coffee to Java', 'Dutch bringing coffee to Java'],
    ['that reminds me, why do we yawn', 'yawning'],
    ['anyway, what is the story behind the Boston Tea Party', 'story behind the Boston Tea Party'],
    ['hmm what about green tea though', 'green tea'],
    ['random question but do spiders get drunk', 'spiders getting drunk'],
    ['side note: what is the etymology of algebra', 'etymology of algebra'],
    ['tell me more about black holes pls', 'black holes'],
    ['oh right, like how tea has theanine', 'tea and theanine'],
    ['whats the deal with matcha', 'matcha'],
    ['sorry, off topic, but how does a microwave heat food', 'microwave heating food'],
    ['Ach, übrigens, woher kommt eigentlich der Name Espresso', 'Name Espresso'],
    ['Moment, gilt das auch für Delfine', 'Delfine'],
    ['oh, und wie machen das eigentlich Fledermäuse im Winter', 'Fledermäuse im Winter'],
    ['Ah okay, und warum ist Kaffee in Italien so billig', 'Kaffee in Italien'],
    ['wie schlafen eigentlich Wale', 'Wale'],
    ['Moment mal, trinken Kinder in Brasilien auch Kaffee', 'Kinder in Brasilien und Kaffee'],
  ],
  'what is said beside the subject is left out': [
    ['why do some people get jittery from coffee and others don’t', 'getting jittery from coffee'],
    ['why do plants make caffeine to kill insects', 'plants making caffeine'],
    ['how did people stay awake before coffee was discovered', 'staying awake'],
    ['Why do cats purr when they sleep', 'cats purring'],
    ['Did people really drink beer instead of water', 'drinking beer'],
    ['do animals like lizards hibernate', 'animals'],
  ],
  'who does it, and what is done, stand together': [
    ['hm, which animals can survive in Antarctica', 'animals surviving in Antarctica'],
    ['are there other drugs that block receptors', 'drugs blocking receptors'],
    ['why do leaves change colour in autumn', 'leaves changing colour in autumn'],
    ['how do birds navigate during migration', 'birds navigating during migration'],
    ['I read that Balzac drank 50 cups a day', 'Balzac drinking 50 cups'],
    ['wait so how did they measure the speed of light', 'measuring the speed of light'],
    ['what would happen if bees went extinct', 'bees going extinct'],
    ['why can’t penguins fly', 'penguins flying'],
    ['lol do cats even like coffee', 'cats and coffee'],
    ['has anyone ever died from drinking too much water', 'dying from drinking water'],
    ['I was wondering how the pyramids were built', 'building the pyramids'],
  ],
  'what something is like stands before it': [
    ['why is the sky blue', 'blue sky'],
    ['what makes chili peppers hot', 'hot chili peppers'],
    ['why is coffee so popular in Finland', 'popular coffee in Finland'],
    ['hmm, is decaf coffee really healthier', 'decaf coffee'],
  ],
  'nouns that look like verbs, or like words of the questioning, stay what they are': [
    ['can you tell me about the history of sleep research', 'history of sleep research'],
    ['how do you make cold brew coffee', 'cold brew coffee'],
    ['how do noise cancelling headphones work', 'noise cancelling headphones'],
    ['Great Wall of China', 'Great Wall of China'],
    ['what about the French king, was he married', 'French king'],
  ],
};

test.each(Object.entries(cases))('%s', (_, said) => {
  expect(said.map(([sentence]) => [sentence, name(sentence)])).toEqual(said);
});
