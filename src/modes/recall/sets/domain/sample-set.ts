/** Sample set created at the first start: short points for free recall. */
export const sampleSet = {
  title: 'Caffeine and sleep',
  points: [
    { context: 'How it works', text: 'Adenosine builds up in the brain while we are awake and makes us feel sleepy.' },
    { context: 'How it works', text: 'Caffeine blocks adenosine receptors, so the sleepiness is not felt.' },
    {
      context: 'How it works',
      text: 'When caffeine wears off, the adenosine that kept building up acts all at once: the crash.',
    },
    { context: 'Over time', text: 'The half-life of caffeine is about five hours.' },
    {
      context: 'Over time',
      text: 'With daily use the brain grows more adenosine receptors, so the same cup does less.',
    },
    { context: 'Over time', text: 'Withdrawal headaches come from blood vessels in the brain widening.' },
    { context: 'At night', text: 'Coffee in the evening reduces deep sleep even when falling asleep is easy.' },
    {
      context: 'At night',
      text: 'A short nap right after a coffee works well because caffeine needs about twenty minutes to act.',
    },
  ],
} as const;
