import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { FilterChip } from '@/components/ui/filter-chip';
import { useFormats } from '@/components/ui/formats';
import { type FilterUrl, filterHref, filterWords, type TaskFilters, unfiltered } from '@/lib/task/vocabulary.filter';
import { type Names, sayItem } from './filter/filter-words';

export function NothingMatches({
  filters,
  address,
  names,
}: {
  filters: TaskFilters;
  address: FilterUrl;
  names: Names;
}) {
  const formats = useFormats();
  const words = filterWords(filters, (item) => sayItem(item, names, formats));
  return (
    <EmptyState
      title={`No tasks match ${words.length} ${words.length === 1 ? 'filter' : 'filters'}`}
      action={
        <ButtonLink href={filterHref(address, unfiltered(filters))} scroll={false}>
          Clear
        </ButtonLink>
      }
    >
      <span className="flex flex-wrap justify-center gap-1.5 pt-2">
        {words.map(({ key, label, without }) => (
          <FilterChip key={key} active href={filterHref(address, without)}>
            {label}
          </FilterChip>
        ))}
      </span>
    </EmptyState>
  );
}
