import { ErrorState } from '@/components/ui/error-state';
import { referenceOf } from './api-client';

type Failed = { error: unknown; refetch: () => unknown };

/** What a query could not read, with a retry. */
export const LoadError = ({ title, of: { error, refetch } }: { title: string; of: Failed }) => (
  <ErrorState title={title} reference={referenceOf(error)} onRetry={() => void refetch()} />
);
