import type { BucketColor, SourceKind } from '../../storage/protocol.ts';

interface SampleSource {
  readonly kind: SourceKind;
  readonly title: string;
  readonly content: string;
  readonly tags: readonly string[];
}

export interface SampleBucket {
  readonly name: string;
  readonly description: string;
  readonly color: BucketColor;
  readonly sources: readonly SampleSource[];
}

/**
 * A few sources for a first look at the library. They link to each other, and several express the same idea in other
 * words, so that search by meaning has something to find.
 */
export const samples: readonly SampleBucket[] = [
  {
    name: 'Learning',
    description: 'How people remember, and why they forget.',
    color: 'violet',
    sources: [
      {
        kind: 'note',
        title: 'Forgetting is not the enemy',
        tags: ['memory', 'practice'],
        content: `I used to think of every forgotten word as a failure. I now think it is the mechanism.

What I forget a little and then get back with some effort stays longer than what never left. See [[Why gaps help]].

So the question is not how to stop forgetting but when to come back. Too soon is a waste: nothing had to be fetched. Too late and I learn it from scratch.`,
      },
      {
        kind: 'article_clip',
        title: 'Why gaps help',
        tags: ['memory'],
        content: `# Why gaps help

Two people study the same list for an hour. One does it in a single evening. The other takes four quarters of an hour, days apart. A month later the second one knows about twice as much.

## What the gap does

When something is still fresh, reading it again feels easy, and the ease is mistaken for knowledge. After a gap it has to be looked for. The search is what strengthens the path to it.

## How long a gap

The longer something has to last, the longer the pauses may be. A rough rule is to wait a tenth to a fifth of the time for which it should be known: a day or two for an exam next week, a month for something wanted all year.`,
      },
      {
        kind: 'voice_memo',
        title: 'On the tram, about rereading',
        tags: ['practice'],
        content: `Okay, so. I read the chapter three times and highlighted half of it, and then Mira asked me what it said, and there was nothing there. Nothing. I could picture the page, I could have told her where the diagram was, but I couldn't say it.

And then I tried to explain it to her anyway, badly, and this morning that is the only part I still have.

So: close the book first. Say it out loud. Then look.`,
      },
      {
        kind: 'podcast_note',
        title: 'What the night is for',
        tags: ['memory', 'sleep'],
        content: `A talk with somebody who records rats in mazes and then lets them doze.

- While the animal rests, the same cells fire in the same order as on the way through the maze, only faster. The route is run again without the rat.
- Wake it gently each time that begins, and the next day it searches as if it had never been there.
- Her own rule: never trade the last two hours of rest for two more hours with the textbook. What was taken in during the day is filed then.

It goes well with [[Forgetting is not the enemy]]: what is run again is kept, the rest is let go.`,
      },
    ],
  },
  {
    name: 'More from less',
    description: 'What happens when something becomes cheap.',
    color: 'amber',
    sources: [
      {
        kind: 'article_clip',
        title: 'Jevons and the coal question',
        tags: ['energy', 'economics'],
        content: `# Jevons and the coal question

In 1865 William Stanley Jevons looked at a puzzle. Steam engines needed far less coal for the same work than they had two generations before, and Britain burned more coal than ever.

His answer: a better engine makes each unit of work cheaper, and cheap work finds customers. Mines that had not been worth draining were drained. Mills went up where there was no river. Ships stopped waiting for wind.

Whether a saving is eaten up depends on how much people want of the thing once its price falls. For lamps and lorries it was a great deal. For fridges it is not: hardly anybody cools a second kitchen because the first got cheaper to run.`,
      },
      {
        kind: 'tweet',
        title: '',
        tags: ['cities'],
        content: `They widened the ring road to end the jams. Five years on it has two more lanes and the same queue. Make driving quicker and people move further out until it isn't.`,
      },
      {
        kind: 'note',
        title: 'The hour I saved',
        tags: ['work'],
        content: `The new tool does my weekly report in ten minutes. I have not gained an hour. There are now daily reports.

It is [[Jevons and the coal question]] at my desk: what costs nothing is asked for without thinking. If I want the hour back, I have to decide beforehand what it is for.`,
      },
    ],
  },
];
