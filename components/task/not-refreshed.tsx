import { ErrorState } from '@/components/ui/error-state';

/** Above a view whose last reading failed. */
export const NotRefreshed = ({ view, onRetry }: { view: string; onRetry: () => void }) => (
  <div className="pb-3">
    <ErrorState
      title={`The ${view} could not be refreshed`}
      detail="What you see may be a little old. Changes you make are still saved."
      onRetry={onRetry}
    />
  </div>
);
