/** Steps in which styles know the width of a row (px); `fits-` and `folds-` in app/styles/controls.css. */
const STEP = 40;
const MOST = 32;
/** A letter of the interface on average, a little more than less (px). */
const LETTER = 7.5;

/**
 * From which step of its row on each of these has room, one after the other, each with `around` it and `beside` after them
 * all (px). Before anything is measured, so that nothing moves once scripts run.
 */
export function stepsOf(labels: readonly string[], around: number, beside: number, most = Number.POSITIVE_INFINITY) {
  let width = 0;
  return labels.map((label) => {
    width += label.length * LETTER + around;
    return Math.min(MOST, Math.ceil(Math.min(width + beside, most) / STEP));
  });
}

export const widthOf = (labels: readonly string[], around: number): number =>
  labels.reduce((sum, label) => sum + label.length * LETTER + around, 0);
