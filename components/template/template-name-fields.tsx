import type { ApiError } from '@/components/query/api-client';
import { TextArea } from '@/components/ui/form/text-area';
import { TextField } from '@/components/ui/form/text-field';
import { TEMPLATE_NAME_LENGTH, TEMPLATE_SUMMARY_LENGTH } from '@/lib/template/vocabulary';

/** What a template is called, and what it is for. */
export function TemplateNameFields({
  name,
  summary,
  error,
  onName,
  onSummary,
}: {
  name: string;
  summary: string;
  error: ApiError | null | undefined;
  onName: (name: string) => void;
  onSummary: (summary: string) => void;
}) {
  return (
    <>
      <TextField
        label="Name"
        required
        limit={TEMPLATE_NAME_LENGTH}
        autoComplete="off"
        value={name}
        error={error?.errors.name?.[0]}
        onChange={({ target }) => onName(target.value)}
      />
      <TextArea
        label="What it is for"
        optional
        rows={2}
        limit={TEMPLATE_SUMMARY_LENGTH}
        value={summary}
        onChange={({ target }) => onSummary(target.value)}
      />
    </>
  );
}
