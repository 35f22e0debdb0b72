/** Stands for server actions in parts: the test says what comes of them. */

type Action = (...words: never[]) => unknown;
let actions: Record<string, Action> = {};

/** What the action of this name answers; one that the test does not name throws. */
export function onAction(name: string, run: Action): void {
  actions[name] = run;
}

export function forgetActions(): void {
  actions = {};
}

export const action =
  (name: string) =>
  async (...words: unknown[]): Promise<unknown> => {
    const run = actions[name];
    if (!run) throw new Error(`The test answers nothing to the action ${name}`);
    return run(...(words as never[]));
  };
