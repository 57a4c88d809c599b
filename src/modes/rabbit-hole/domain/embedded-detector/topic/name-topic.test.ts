import { expect, test } from 'vitest';

import { nameTopic } from './name-topic.ts';

function name(sentence: string, ...otherTexts: readonly string[]): string {
  return nameTopic(sentence, { freshStems: new Set(), otherTexts });
}

test('a name is a stretch of the person’s own words', () => {
  expect(name('I would love to know more about the history of coffee houses in Vienna')).toBe(
    'history of coffee houses in Vienna',
  );
  expect(name('speaking of heat, how do geothermal power stations work')).toBe(
    '“speaking of heat, how do geothermal power stations work”',
  );
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

test('names keep their capitals; a sentence’s first word and shouting do not', () => {
  expect(name('Did Napoleon ever meet George Washington')).toBe('Napoleon meeting George Washington');
  expect(name('Volcanic soil is good for wine by the way')).toBe('“Volcanic soil is good for wine by the way”');
  expect(name('Vienna has many coffee houses', 'A street in Vienna')).toBe('“Vienna has many coffee houses”');
  expect(name('WHY DO CATS PURR')).toBe('cats purring');
});

test('German nouns are named with their adjectives', () => {
  expect(name('Mich würde interessieren, wie künstliche Solarzellen funktionieren')).toBe('künstliche Solarzellen');
  expect(name('Gibt es auch Tiere, die das können, zum Beispiel Meeresschnecken')).toBe(
    '„Gibt es auch Tiere, die das können, zum Beispiel…“',
  );
});

test('a name is short for any input', () => {
  const long = name(
    'what about the extraordinarily complicated international telecommunications infrastructure regulations',
  );
  expect(long.length).toBeLessThanOrEqual(60);
  expect(long).toMatch(/^“what about the extraordinarily complicated international…”$/);
  expect(name('what role did mitochondria play in the evolution of plants')).toBe(
    '“what role did mitochondria play in the evolution of plants”',
  );
  expect(name('how are you')).toBe('“how are you”');
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
    ['oh right, like how tea has theanine', '“like how tea has theanine”'],
    ['whats the deal with matcha', 'matcha'],
    ['sorry, off topic, but how does a microwave heat food', 'microwave heating food'],
    ['Ach, übrigens, woher kommt eigentlich der Name Espresso', 'Name Espresso'],
    ['Moment, gilt das auch für Delfine', 'Delfine'],
    ['oh, und wie machen das eigentlich Fledermäuse im Winter', 'Fledermäuse im Winter'],
    ['Ah okay, und warum ist Kaffee in Italien so billig', 'Kaffee in Italien'],
    ['wie schlafen eigentlich Wale', 'Wale'],
    ['Moment mal, trinken Kinder in Brasilien auch Kaffee', '„trinken Kinder in Brasilien auch Kaffee“'],
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
    ['lol do cats even like coffee', '“do cats even like coffee”'],
    ['has anyone ever died from drinking too much water', 'dying from drinking water'],
    ['I was wondering how the pyramids were built', 'building the pyramids'],
  ],
  'what something is like stands before it': [
    ['why is the sky blue', 'blue sky'],
    ['what makes chili peppers hot', 'hot chili peppers'],
    ['why is coffee so popular in Finland', 'popular coffee in Finland'],
    ['hmm, is decaf coffee really healthier', 'decaf coffee'],
  ],
  'what is compared has the name, whole': [
    ['Speaking of light, how fast is it compared to sound', '“Speaking of light, how fast is it compared to sound”'],
    ['what is the difference between a moth and a butterfly', 'moth and butterfly'],
    ['What’s the difference between an alligator and a crocodile', 'alligator and crocodile'],
    ['What is the difference between a virus, a bacterium and a fungus', 'virus, bacterium and fungus'],
    ['what is the difference between the speed of light and the speed of sound', 'speed of light and speed of sound'],
    ['What is the difference between Java and JavaScript, and which is better', 'Java and JavaScript'],
    ['what’s the difference between it and cellular respiration', 'cellular respiration'],
    ['how is glass different from a crystal', 'glass and crystal'],
    ['How tall is Mount Everest compared to Olympus Mons', 'Mount Everest and Olympus Mons'],
    ['Why is Venus hotter than Mercury', 'Venus and Mercury'],
    ['Is a tomato a fruit or a vegetable', 'fruit or vegetable'],
    ['Was ist der Unterschied zwischen einem Alligator und einem Krokodil', 'Alligator und Krokodil'],
    ['Wie schnell ist das Licht im Vergleich zum Schall', 'Licht und Schall'],
  ],
  'what somebody or something is like is no verb': [
    ['How come some people are left-handed', 'left-handed people'],
    ['why are people right-handed mostly', 'right-handed people'],
    ['Were dinosaurs warm-blooded', 'warm-blooded dinosaurs'],
    ['How are whales and dolphins related', 'whales and dolphins'],
    ['Is Dracula based on a real person', 'Dracula'],
    ['is chocolate toxic to dogs', 'chocolate toxic to dogs'],
    ['how come cats are afraid of cucumbers', 'cats afraid of cucumbers'],
    ['Why are tomatoes red and bananas yellow', 'red tomatoes and bananas'],
    ['Are viruses alive', 'viruses'],
    ['was Cleopatra really Egyptian', 'Cleopatra'],
    ['who was Marie Curie married to', 'Marie Curie'],
  ],
  'a name ends with what tells, and a name of several words is whole': [
    ['How much does an elephant eat per day', 'elephant eating'],
    ['How long did the Hundred Years’ War really last', 'Hundred Years’ War'],
    ['why is it called the Seven Years’', 'Seven Years'],
    ['Why did the Cold War end', 'Cold War'],
    ['How many stars are in the Milky Way', '“How many stars are in the Milky Way”'],
    ['do you know why leap years exist', 'leap years'],
    ['how does the US election system work', 'US election system'],
    ['Why do people in Britain drive on the left', 'people in Britain driving'],
    ['What happens if you fall into a black hole', 'falling into a black hole'],
    ['Can you die from a broken heart', 'dying from a broken heart'],
    ['Is gut bacteria important', 'gut bacteria'],
    ['what does DNA stand for', 'DNA'],
    ['how was the speed of light first measured', 'measuring the speed of light'],
  ],
  'a noun is no verb because something is done': [
    ['How does a GPS satellite know where I am', 'GPS satellite'],
    ['How does a heart attack feel', 'heart attack'],
    ['How does birth control work', 'birth control'],
    ['Does global warming affect this', 'global warming'],
    ['Why do we yawn when others yawn', 'yawning'],
    ['what makes popcorn pop', 'popcorn popping'],
    ['how come the sky turns red at sunset', 'sky turning red at sunset'],
    ['who wrote Frankenstein', 'writing Frankenstein'],
  ],
  'without one clean noun phrase, the name is the person’s words in quotation marks': [
    ['is it dangerous', '“is it dangerous”'],
    ['Is that inherited', '“Is that inherited”'],
    ['what’s the difference', '“what’s the difference”'],
    ['what do you do for a living', '“what do you do for a living”'],
  ],
  'German verbs and pronouns are no names, wherever they stand': [
    ['Hängt Schlaf mit Gedächtnis zusammen', 'Schlaf mit Gedächtnis'],
    ['Haben Fische Schmerzen', '„Haben Fische Schmerzen“'],
    ['Warum sind manche Menschen Linkshänder', 'Linkshänder'],
    ['Albert Einstein war doch Deutscher, oder', '„Albert Einstein war doch Deutscher, oder“'],
    ['Gibt es Leben auf dem Mars', 'Leben auf dem Mars'],
    ['Seit wann gibt es Kaffee in Europa', 'Kaffee in Europa'],
    ['Wie viel frisst ein Elefant am Tag', 'Elefant'],
  ],
  'of other languages nothing is taken apart': [
    ['¿Por qué es azul el cielo', '“Por qué es azul el cielo”'],
    ['“Comment fonctionne un moteur à réaction”', '“Comment fonctionne un moteur à réaction”'],
  ],
  'nouns that look like verbs, or like words of the questioning, stay what they are': [
    ['can you tell me about the history of sleep research', 'history of sleep research'],
    ['how do you make cold brew coffee', 'cold brew coffee'],
    ['how do noise cancelling headphones work', 'noise cancelling headphones'],
    ['Great Wall of China', 'Great Wall of China'],
    ['what about the French king, was he married', 'French king'],
  ],
};

test('a word like constructor is treated like any other', () => {
  expect(name('what is a constructor?')).toBe('constructor');
  expect(name('how does hasOwnProperty work')).toBe('hasOwnProperty');
});

test('a sentence without an end is named by its beginning', () => {
  const beginning = 'What is the difference between a moth and a butterfly';
  expect(name(`${beginning}${' in the wild'.repeat(50_000)}`)).toBe('moth and butterfly');
  expect(name(`unterschied zwischen ${'und '.repeat(50_000)}`)).toBe('zwischen');
});

test('the language of a few words is that of the surrounding text', () => {
  expect(name('Brauchen Pilze Licht', 'Welche Wörter fehlen hier?')).toBe('„Brauchen Pilze Licht“');
});

test.each(Object.entries(cases))('%s', (_, said) => {
  expect(said.map(([sentence]) => [sentence, name(sentence)])).toEqual(said);
});
