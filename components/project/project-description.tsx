import { useId } from 'react';
import { TextEditor } from '@/components/editor/text-editor';

/** As of tasks: suggestions of people and tasks, and the rich editor for who wants it. */
export function ProjectDescription({
  projectId,
  error,
  ...field
}: {
  projectId: string;
  'aria-label': string;
  placeholder: string;
  limit: number;
  value: string;
  error?: string;
  onChange: (text: string) => void;
  onSubmit: () => void;
}) {
  const id = useId();
  return (
    <div>
      <TextEditor
        {...field}
        projectId={projectId}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && id}
        className="block field-sizing-content max-h-[40dvh] min-h-20 w-full resize-none rounded-sm border border-border-strong bg-surface px-2.5 py-2 text-read focus-visible:outline-offset-0 pointer-coarse:text-lg"
      />
      {error && (
        <p id={id} className="text-sm text-danger-text">
          {error}
        </p>
      )}
    </div>
  );
}
