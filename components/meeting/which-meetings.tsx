import { SelectField } from '@/components/ui/form/select-field';
import type { Scope } from '@/lib/meeting/vocabulary';

/** Meetings of a series, as one chooses among them. */
export const SCOPES: { value: Scope; label: string }[] = [
  { value: 'this', label: 'This meeting' },
  { value: 'following', label: 'This and all that follow' },
  { value: 'all', label: 'All that are still to come' },
];

/** Which meetings of a series are meant; `scope` in the form. */
export const WhichMeetings = () => <SelectField label="Which" name="scope" defaultValue="this" options={SCOPES} />;
