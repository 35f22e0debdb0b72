import { Tags } from 'lucide-react';
import { usedBy } from '@/components/category/category-words';
import { NewTintedButton, TintedActions } from '@/components/category/tinted-actions';
import { RefreshOn } from '@/components/live/refresh-on';
import { SectionCard } from '@/components/page/section-card';
import { TintTile } from '@/components/page/tint-tile';
import { EmptyState } from '@/components/ui/empty-state';
import { listLabelUse } from '@/lib/label/queries';
import type { Ctx } from '@/lib/org';

export async function labelsSection(ctx: Ctx) {
  const labels = await listLabelUse(ctx);
  return (
    <SectionCard title="Labels" beside={<NewTintedButton kind="label" />}>
      <RefreshOn event="labels.changed" />
      <p className="mb-3 text-sm text-text-2">A task can have any number of labels.</p>
      {labels.length === 0 ? (
        <EmptyState headingLevel={3} icon={<Tags />} title="No labels yet">
          A label says something that several tasks share, such as Launch or Needs review.
        </EmptyState>
      ) : (
        <ul aria-label="Labels" className="divide-y divide-border">
          {labels.map((label) => (
            <li key={label._id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
              <TintTile tint={label.colour} name={label.name} size={28} />
              <span className="min-w-0 flex-1 basis-40">
                <span dir="auto" className="block text-base font-medium break-words">
                  {label.name}
                </span>
                <span className="block text-sm text-text-2 first-letter:uppercase">{usedBy(label)}</span>
              </span>
              <TintedActions kind="label" one={label} />
            </li>
          ))}
        </ul>
      )}
    </SectionCard>
  );
}
