import { Tag } from 'lucide-react';
import { usedBy } from '@/components/category/category-words';
import { NewTintedButton, TintedActions } from '@/components/category/tinted-actions';
import { RefreshOn } from '@/components/live/refresh-on';
import { SectionCard } from '@/components/page/section-card';
import { TintTile } from '@/components/page/tint-tile';
import { EmptyState } from '@/components/ui/empty-state';
import { listCategoryUse } from '@/lib/category/queries';
import type { Ctx } from '@/lib/org';

export async function categoriesSection(ctx: Ctx) {
  const categories = await listCategoryUse(ctx);
  return (
    <SectionCard title="Categories" beside={<NewTintedButton kind="category" />}>
      <RefreshOn event="categories.changed" />
      <p className="mb-3 text-sm text-text-2">Tasks and projects can each have one category.</p>
      {categories.length === 0 ? (
        <EmptyState headingLevel={3} icon={<Tag />} title="No categories yet">
          A category says what kind of work something is, such as Design or Support.
        </EmptyState>
      ) : (
        <ul aria-label="Categories" className="divide-y divide-border">
          {categories.map((category) => (
            <li key={category._id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
              <TintTile tint={category.colour} name={category.name} size={28} />
              <span className="min-w-0 flex-1 basis-40">
                <span dir="auto" className="block text-base font-medium break-words">
                  {category.name}
                </span>
                <span className="block text-sm text-text-2 first-letter:uppercase">{usedBy(category)}</span>
              </span>
              <TintedActions kind="category" one={category} />
            </li>
          ))}
        </ul>
      )}
    </SectionCard>
  );
}
