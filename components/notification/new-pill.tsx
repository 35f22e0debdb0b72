import { ArrowUp } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { cn } from '@/lib/class-names';

/** What came while somebody read: lies over the rows, and moves none of them. */
export function NewPill({ waiting, onShow, place }: { waiting: number; onShow: () => void; place: string }) {
  return (
    <div role="status" className={cn('pointer-events-none z-sticky flex justify-center', place)}>
      {waiting > 0 && (
        <span className="pointer-events-auto mt-2 h-fit rounded-md shadow-e2">
          <Button variant="primary" size="compact" icon={<ArrowUp />} onClick={onShow}>
            {waiting} new
            <VisuallyHidden> {waiting === 1 ? 'notification' : 'notifications'}</VisuallyHidden>
          </Button>
        </span>
      )}
    </div>
  );
}
