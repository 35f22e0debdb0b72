import { ErrorState } from '@/components/ui/error-state';
import { SectionCard } from './section-card';

/** In the place of a card that could not be read; the others stand as they are. */
export const FailedCard = ({ title, onRetry }: { title: string; onRetry: () => void }) => (
  <SectionCard title={title}>
    <ErrorState title="This could not be loaded" onRetry={onRetry} />
  </SectionCard>
);
