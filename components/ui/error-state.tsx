import { CircleAlert, RotateCw } from 'lucide-react';
import { Button } from './button';

/** What failed, a retry, and a reference to quote. Old data stays beside it. */
export function ErrorState({
  title,
  detail,
  reference,
  onRetry,
}: {
  title: string;
  detail?: string;
  reference?: string;
  onRetry?: () => void;
}) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-danger bg-danger-soft px-4 py-3"
    >
      <div className="flex min-w-0 flex-1 basis-64 gap-2">
        <CircleAlert className="mt-0.5 text-danger-text" />
        <div className="min-w-0">
          <p dir="auto" className="text-base font-semibold">
            {title}
          </p>
          {detail && <p className="text-sm text-text">{detail}</p>}
          {reference && (
            <p className="mt-0.5 text-xs text-text">
              Reference <code className="font-mono break-all select-all">{reference}</code>
            </p>
          )}
        </div>
      </div>
      {onRetry && (
        <Button icon={<RotateCw />} onClick={onRetry}>
          Retry
        </Button>
      )}
    </div>
  );
}
