import { csvText } from '@/lib/csv';
import { CSV_COLUMNS } from '@/lib/invitation/vocabulary';

/** The heading of a file to fill in. No example below it: it would be invited where somebody forgets to delete it. */
export const csvTemplate = (): string => csvText([CSV_COLUMNS]);
