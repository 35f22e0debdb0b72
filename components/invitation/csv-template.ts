import { csvText } from '@/lib/csv';
import { CSV_COLUMNS } from '@/lib/invitation/vocabulary';

/** Only the heading: an example row that nobody deletes would be invited. */
export const csvTemplate = (): string => csvText([CSV_COLUMNS]);
