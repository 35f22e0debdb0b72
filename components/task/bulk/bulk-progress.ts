import { MOST_AT_ONCE } from './bulk-pieces';

/** How many tasks are through. `waits`: until a minute allows more calls. */
export type SoFar = {
  doing: 'Changing' | 'Deleting' | 'Moving' | 'Undoing';
  done: number;
  of: number;
  waits?: boolean;
};

/** Of what takes more than a moment. */
export const takesLong = (so: SoFar | null): so is SoFar => so !== null && so.of > MOST_AT_ONCE;

export const progressWords = ({ doing, done, of, waits }: SoFar): string =>
  `${doing}: ${done} of ${of} done${waits ? ', waiting as too much was asked for' : ''}`;
