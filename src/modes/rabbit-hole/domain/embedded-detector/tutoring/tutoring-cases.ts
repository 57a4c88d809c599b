import type { DetectorMessage, DetectorPoint } from '../../detection.ts';

/** A subject for the table test; the point asked for comes first. */
interface Subject {
  readonly question: string;
  readonly points: readonly string[];
  readonly leadsAway: readonly string[];
  /** Answers: right, wrong or off the point. */
  readonly answers: readonly string[];
  /** Messages to the tutor, and questions about the point. */
  readonly stays: readonly string[];
}

export const subjects: readonly Subject[] = [
  {
    question: 'What does caffeine do to adenosine?',
    points: [
      'Caffeine blocks adenosine receptors in the brain',
      'Caffeine has a half-life of about five hours',
      'Adenosine builds up during the day and makes us sleepy',
    ],
    leadsAway: [
      'wait, do cold-blooded animals like lizards have adenosine too?',
      'Why did people start drinking coffee in the first place?',
      'that makes me wonder how tea is decaffeinated',
      'It blocks the receptors. But who invented the espresso machine?',
      'I would love to know more about the history of coffee houses in Vienna',
      'Can plants get sleepy too?',
      'by the way, my grandmother drinks four cups before bed and sleeps fine, is that genetic?',
    ],
    answers: [
      'it blocks the receptors',
      'Caffeine blocks adenosine receptors in the brain',
      'caffeine stays in the blood for about five hours',
      'it wakes up the liver and makes sugar',
      'my dog knocked over the lamp',
      'Is it the heart?',
      'because it competes for the binding site?',
      'Adenosine builds up all day, right?',
      'when it binds, the neurons fire less',
      'yes',
      'maybe it has something to do with dopamine',
    ],
    stays: [
      "I don't know",
      'give me a hint',
      'tell me',
      'what do you mean?',
      'can you repeat the question?',
      'What is adenosine?',
      'Does caffeine block the receptors?',
      'How long does caffeine stay?',
      'am I right?',
      'Could you explain that again, please?',
    ],
  },
  {
    question: 'What started the French Revolution in 1789?',
    points: [
      'The French Revolution began with the storming of the Bastille',
      'Louis XVI was executed by guillotine in 1793',
      'Bread prices had doubled after bad harvests',
    ],
    leadsAway: [
      'What was daily life like for children in Paris back then?',
      "I've always wanted to know how the metric system came out of this",
      'Did Napoleon ever meet George Washington?',
      'this reminds me of the protests in Hong Kong',
      'How did the news travel to America without telegraphs?',
      'I am curious about Marie Antoinette and her hairstyles',
    ],
    answers: [
      'the storming of the Bastille',
      'Napoleon crowned himself emperor',
      'the king was executed with a guillotine',
      'Was it the bread prices?',
      'people were hungry because harvests failed and the nobles paid no taxes',
      'the American war had emptied the treasury',
    ],
    stays: [
      'no idea',
      'Do I have to name the year as well?',
      'Was that the first part?',
      'Which revolution do you mean?',
      'skip this one',
      'Why did bread prices double?',
    ],
  },
  {
    question: 'How do volcanoes form at plate boundaries?',
    points: [
      'At subduction zones one plate sinks and melts into magma',
      'Hot spots such as Hawaii lie in the middle of a plate',
      'The Richter scale measures the strength of earthquakes',
    ],
    leadsAway: [
      'Are there volcanoes on other planets, like Venus?',
      'what would happen to airplanes if Yellowstone exploded?',
      'I wonder whether animals can sense an eruption coming',
      'Speaking of heat, how do geothermal power stations work?',
      'why is volcanic soil so good for wine',
    ],
    answers: [
      'one plate sinks below the other',
      'the magma cools down and the plates drift apart',
      'is it the mantle?',
    ],
    stays: ['what is a subduction zone?', 'I am not sure', 'can I get an easier question?', 'How do plates sink?'],
  },
  {
    question: 'Was macht die Fotosynthese mit Kohlendioxid?',
    points: [
      'Bei der Fotosynthese wird Kohlendioxid in Zucker umgewandelt',
      'Chlorophyll nimmt vor allem rotes und blaues Licht auf',
      'Pflanzen geben dabei Sauerstoff ab',
    ],
    leadsAway: [
      'Gibt es auch Tiere, die das können, zum Beispiel Meeresschnecken?',
      'Ich frage mich, warum Herbstblätter bunt werden',
      'Übrigens, könnte man auf dem Mars Kartoffeln anbauen?',
      'Warum haben Dinosaurier so große Wälder gebraucht?',
      'Mich würde interessieren, wie künstliche Solarzellen funktionieren',
    ],
    answers: [
      'Sie macht daraus Zucker',
      'Die Pflanze atmet den Sauerstoff ein',
      'Das Chlorophyll nimmt rotes Licht auf',
      'Ist es Stärke?',
      'das Wasser verdunstet in den Wurzeln',
    ],
    stays: [
      'weiß ich nicht',
      'Gib mir einen Tipp',
      'Was meinst du damit?',
      'Kannst du die Frage wiederholen?',
      'Was ist Fotosynthese?',
    ],
  },
  {
    question: 'Which keyword declares a constant in JavaScript?',
    points: [
      'const declares a variable that cannot be reassigned',
      'let declares a variable of the enclosing block',
      'Objects declared with const can still change inside',
    ],
    leadsAway: [
      'How does the garbage collector decide what to throw away?',
      'who designed the first programming language?',
      'makes me think of Rust, where everything is immutable by default',
    ],
    answers: ['const', 'is it var?', 'final, like in Java', 'let makes it local to the block'],
    stays: ['what do you mean by constant?', 'hint please', 'Can objects declared with const change?', 'next question'],
  },
];

export function asked(
  { question, points }: Subject,
  answer: string,
): {
  readonly messages: readonly DetectorMessage[];
  readonly points: readonly DetectorPoint[];
} {
  return {
    messages: [
      { author: 'assistant', content: `Let us begin. ${question}` },
      { author: 'person', content: answer },
    ],
    points: points.map((text, index) => ({ id: `point-${index + 1}`, text, isCurrent: index === 0 })),
  };
}
