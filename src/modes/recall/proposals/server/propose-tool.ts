import { hasSecret } from '#text/domain/secrets.ts';
import { AppError } from '#wire/error-kind.ts';
import { type Tool, tool } from '#wire/tool.ts';

import type { RecallDependencies } from '../../storage/server/dependencies.ts';
import { type ProposedPoints, proposedPoints } from '../protocol.ts';
import { proposePoints } from './propose-points.ts';

export function proposeTool({ database, now, newId }: RecallDependencies): Tool {
  return tool<ProposedPoints>({
    name: 'propose_points',
    title: 'Propose points to remember',
    description:
      'Proposes points that the person may want to remember: decisions with their reasons, causes, commands, facts. ' +
      'They wait in Warren until the person accepts or drops them, and are in no set before. ' +
      'Propose few, each with a question that it answers. Never propose passwords, keys or tokens.',
    scope: 'recall',
    isReadOnly: false,
    input: proposedPoints,
    async handle(input, caller) {
      requireNoSecrets(input);
      const { added, known } = await database.write((trx) =>
        proposePoints(trx, caller, { ...input, at: now(), newId }),
      );
      const before = known === 0 ? '' : `${sentence(known, 'was', 'were')} proposed before and not added again.\n`;
      if (added === 0) return `${before}Nothing new waits for the person.`;
      const waits = `${sentence(added, 'waits', 'wait')} in Warren until the person accepts or drops them, and no set has them yet.`;
      return `${waits}\n${before}The person decides here: ${caller.origin}/recall/proposed`;
    },
  });
}

/** Rejects keys and passwords that a program has seen, so that they do not become points. */
function requireNoSecrets({ set, points }: ProposedPoints): void {
  const texts = points.flatMap((point, index) =>
    (['text', 'question', 'context', 'quote'] as const).map(
      (name) => [`points.${index}.${name}`, point[name]] as const,
    ),
  );
  for (const [field, text] of [['set', set] as const, ...texts])
    if (hasSecret(text))
      throw new AppError('malformed', 'This has a key, a token or a password. Leave it out and propose the rest.', {
        field,
      });
}

function sentence(points: number, one: string, several: string): string {
  return points === 1 ? `1 point ${one}` : `${points} points ${several}`;
}
