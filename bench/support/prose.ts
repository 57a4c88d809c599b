const PARAGRAPHS = [
  'Adenosine builds up in the brain for as long as we are awake, and the pressure to sleep that it makes is what caffeine hides. It hides it only: the molecule sits in the receptor without switching it on, so that the adenosine around it goes on gathering.',
  '## What that means for an evening cup',
  'With a half-life of about **five hours**, half of a cup taken at four in the afternoon is still there at nine, and *a quarter* of it at two in the morning. People differ by a factor of three, mostly by one gene of the liver.',
  '- Slow metabolisers feel a cup at noon when they go to bed.\n- Fast ones sleep after an espresso, though not as deeply as they think.\n- Both lose slow-wave sleep, which is the part that [clears adenosine](https://example.org/adenosine).',
  'The rule of thumb follows from the curve and not from a habit: take the time at which you want to sleep, go back two half-lives, and drink the last cup before that.',
  '```js\nconst left = (dose, hours, halfLife = 5) => dose * 0.5 ** (hours / halfLife);\nleft(95, 10); // 23.75\n```',
  '> Tolerance moves the level at which it is felt, not the level at which it disturbs sleep.',
  '| hours after | share left |\n| --- | --- |\n| 5 | 50 % |\n| 10 | 25 % |\n| 15 | 12.5 % |',
  'There is one more thing to see here. Receptors that are blocked every day are answered with *more* receptors, so that the same cup does less; and when it is left out, all of the gathered adenosine meets all of them at once. That is the headache of the first day without.',
  '1. Leave the cup out for a day and note the hour of the headache.\n2. Halve it for a week.\n3. Compare the `first hour` of sleep before and after.',
];

/** Markdown of this length with all elements that models write: paragraphs, lists, code, tables, quotes. */
export function prose(characters: number): string {
  let text = '';
  for (let index = 0; text.length < characters; index += 1) text += `${PARAGRAPHS[index % PARAGRAPHS.length]}\n\n`;
  return text.slice(0, characters);
}
