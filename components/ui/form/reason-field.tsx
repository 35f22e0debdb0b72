import { TextArea } from './text-area';

/** An optional reason that another person reads. */
export const ReasonField = ({ value, onChange }: { value: string; onChange: (reason: string) => void }) => (
  <TextArea label="Reason" optional limit={1000} value={value} onChange={(event) => onChange(event.target.value)} />
);
