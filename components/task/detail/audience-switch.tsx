import { useId } from 'react';
import { cn } from '@/lib/class-names';
import type { TaskDetail } from '@/lib/task/schema';

export function AudienceSwitch({
  audience,
  mayChange,
  onChange,
}: {
  audience: TaskDetail['audience'];
  mayChange: boolean;
  onChange: (audience: TaskDetail['audience']) => void;
}) {
  const words = useId();
  const on = audience === 'client';
  const sentence = on
    ? 'Clients of the project see this task with its description and attachments, and the comments meant for them.'
    : 'Only the team sees this task.';
  return (
    <div className={cn('flex items-start gap-3 rounded-md p-3', on ? 'bg-client-soft' : 'bg-hover')}>
      <div className="min-w-0 flex-1">
        <p className="text-sm font-semibold">{on ? 'Clients see this' : 'Internal'}</p>
        <p id={words} className="text-sm text-text-2">
          {sentence}
        </p>
      </div>
      {mayChange && (
        <button
          type="button"
          role="switch"
          aria-checked={on}
          aria-label="Visible to the project’s clients"
          aria-describedby={words}
          onClick={() => onChange(on ? 'internal' : 'client')}
          className={cn(
            'relative mt-0.5 h-6 w-10 shrink-0 rounded-full border transition-colors after:absolute after:-inset-2',
            on ? 'border-client bg-client' : 'border-border-strong bg-surface',
          )}
        >
          <span
            className={cn(
              'absolute top-1/2 size-4 -translate-y-1/2 rounded-full transition-[left]',
              on ? 'left-5 bg-surface' : 'left-0.5 bg-border-strong',
            )}
          />
        </button>
      )}
    </div>
  );
}
