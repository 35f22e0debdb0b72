/** Pixels: a row, the head of the chart, and the column of names. */
export const ROW = 36;
export const HEAD = 48;
export const NAMES = 280;
