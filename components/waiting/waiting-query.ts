/** Query key of what needs the person. */
export const WAITING = ['waiting'] as const;
