import type { Answer } from '../log/stored-answer.ts';

/** Maximum number of commands that are remembered after their answer could not be stored. The oldest are forgotten. */
const MAX_REMEMBERED = 10_000;

export interface ActedCommand {
  readonly person: string;
  readonly id: string;
}

/**
 * The commands that act outside of the log, from the start of their work until their answer is stored. All objects of a
 * session share one instance, so a resend does not act again after a commit that failed. Lost when the process ends.
 */
export class ActedCommands {
  readonly #underWay = new Map<string, Promise<Answer>>();
  readonly #hasActed = new Set<string>();

  /** Runs `work`, which rejects if no answer is stored. A resend meanwhile gets the same answer. */
  run(command: ActedCommand, work: () => Promise<Answer>): Promise<Answer> {
    const key = keyOf(command);
    const underWay = this.#underWay.get(key);
    if (underWay) return underWay;
    const answered = work()
      .then((answer) => {
        this.#hasActed.delete(key);
        return answer;
      })
      .finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, answered);
    return answered;
  }

  /** Runs `act`, unless it succeeded before for this command. */
  async act(command: ActedCommand, act: () => Promise<void> | undefined): Promise<void> {
    const key = keyOf(command);
    if (this.#hasActed.has(key)) return;
    const acting = act();
    if (!acting) return;
    await acting;
    this.#hasActed.add(key);
    const [oldest] = this.#hasActed;
    if (this.#hasActed.size > MAX_REMEMBERED && oldest !== undefined) this.#hasActed.delete(oldest);
  }
}

const keyOf = ({ person, id }: ActedCommand): string => `${person}/${id}`;
