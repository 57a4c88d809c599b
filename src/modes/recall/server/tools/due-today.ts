import { z } from 'zod';

import { type Tool, tool } from '#wire/tool.ts';

import { readySets } from '../../sets/domain/urgency.ts';
import { readToday } from '../../sets/server/today.ts';
import { momentOf, type RecallDependencies } from '../../storage/server/dependencies.ts';

export function dueTodayTool(dependencies: RecallDependencies): Tool {
  return tool<object>({
    name: 'due_today',
    title: 'What is due today',
    description:
      'Says how many points the person has to recall today, in how many sets, and how long that takes. ' +
      'It returns numbers and a link; nothing of the words of points or the names of sets.',
    scope: 'recall',
    isReadOnly: true,
    input: z.object({}),
    async handle(_, { person, origin }) {
      const { read } = dependencies.database;
      const { ready, minutes, sets } = await readToday(read, person, await momentOf(dependencies, read, person));
      if (ready === 0) return `Nothing is due now.\n${origin}/`;
      const points = ready === 1 ? '1 point is' : `${ready} points are`;
      const inSets = readySets(sets).length;
      const time = minutes <= 1 ? 'about a minute' : `about ${minutes} minutes`;
      return `${points} due today, in ${inSets} ${inSets === 1 ? 'set' : 'sets'}, ${time}.\nThe person recalls them in Warren: ${origin}/`;
    },
  });
}
