const FIRM = new Set(['table', 'codeBlock', 'horizontalRule']);

/**
 * Where an empty line has to be, so that one can write above, below and between what holds the caret: places in the list
 * of blocks, ascending. `types`: the blocks.
 */
export function roomAround(types: readonly string[]): number[] {
  const isFirm = (at: number) => FIRM.has(types[at] ?? '');
  const places = types.flatMap((_, at) => (isFirm(at) && (at === 0 || isFirm(at - 1)) ? [at] : []));
  const last = types.length - 1;
  return isFirm(last) || types[last] === 'blockquote' ? [...places, types.length] : places;
}
