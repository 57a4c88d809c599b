/** The flag `disambiguate escape codes` of the kitty keyboard protocol, the only one that the page supports. */
const SUPPORTED = 1;
const MAX_STACK = 32;

/** Stacks of the flags that programs have set, one for each screen. The last flags are the current ones. */
export interface KeyboardStacks {
  readonly normal: readonly number[];
  readonly alternate: readonly number[];
}

type Parameters = readonly (number | number[])[];

/** The API that `@xterm/xterm` and `@xterm/headless` have in common, as far as it is needed here. */
interface KeyboardTerminal {
  readonly buffer: { readonly active: { readonly type: 'normal' | 'alternate' } };
  readonly parser: {
    registerCsiHandler(
      name: { readonly prefix: string; readonly final: string },
      handle: (parameters: (number | number[])[]) => boolean,
    ): unknown;
    registerEscHandler(name: { readonly final: string }, handle: () => boolean): unknown;
  };
}

/**
 * Tracks the state of the kitty keyboard protocol in a program's output. Server and page track it in the same way, so
 * that keys are sent in the encoding that the program was told. See https://sw.kovidgoyal.net/kitty/keyboard-protocol/
 */
export class KeyboardFlags {
  #stacks = emptyStacks();
  readonly #terminal: KeyboardTerminal;

  constructor(terminal: KeyboardTerminal) {
    this.#terminal = terminal;
    const { parser } = terminal;
    parser.registerCsiHandler({ prefix: '>', final: 'u' }, (parameters) => this.#push(numberAt(parameters, 0)));
    parser.registerCsiHandler({ prefix: '<', final: 'u' }, (parameters) => this.#pop(numberAt(parameters, 0) || 1));
    parser.registerCsiHandler({ prefix: '=', final: 'u' }, (parameters) =>
      this.#set(numberAt(parameters, 0), numberAt(parameters, 1) || 1),
    );
    parser.registerEscHandler({ final: 'c' }, () => {
      this.#stacks = emptyStacks();
      return false;
    });
  }

  get current(): number {
    return this.#stack().at(-1) ?? 0;
  }

  get stacks(): KeyboardStacks {
    return { normal: [...this.#stacks.normal], alternate: [...this.#stacks.alternate] };
  }

  restore({ normal, alternate }: KeyboardStacks): void {
    this.#stacks = { normal: [...normal], alternate: [...alternate] };
  }

  #stack(): number[] {
    return this.#stacks[this.#terminal.buffer.active.type];
  }

  #push(flags: number): boolean {
    const stack = this.#stack();
    stack.push(flags & SUPPORTED);
    if (stack.length > MAX_STACK) stack.shift();
    return true;
  }

  #pop(count: number): boolean {
    const stack = this.#stack();
    stack.splice(Math.max(0, stack.length - count));
    if (stack.length === 0) stack.push(0);
    return true;
  }

  /** `mode`: 1 sets all flags, 2 adds flags, 3 removes flags. */
  #set(flags: number, mode: number): boolean {
    const stack = this.#stack();
    const wanted = flags & SUPPORTED;
    const changed = mode === 3 ? this.current & ~wanted : this.current | wanted;
    stack[stack.length - 1] = mode === 1 ? wanted : changed;
    return true;
  }
}

const emptyStacks = () => ({ normal: [0], alternate: [0] });

function numberAt(parameters: Parameters, place: number): number {
  const parameter = parameters[place];
  return (Array.isArray(parameter) ? parameter[0] : parameter) ?? 0;
}
