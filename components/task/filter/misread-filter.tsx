import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';

/** Instead of the tasks: without the filter they are others than were asked for. */
export function MisreadFilter({ faults, clear }: { faults: readonly string[]; clear: string }) {
  return (
    <div role="alert">
      <EmptyState
        title="The filter in this address was not understood"
        action={<ButtonLink href={clear}>Clear filter</ButtonLink>}
      >
        {faults.map((fault) => (
          <p key={fault} className="break-words">
            {fault}
          </p>
        ))}
        <p>No tasks are shown, because they would not be those that the address asks for.</p>
      </EmptyState>
    </div>
  );
}
