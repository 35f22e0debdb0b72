/** Pixels: a row, the head of the chart, the line of milestones at its foot, and the column of names. */
export const ROW = 36;
export const HEAD = 48;
export const FOOT = 32;
export const NAMES = 280;
