import { ButtonLink } from '@/components/ui/button-link';
import { cn } from '@/lib/class-names';
import { LANES, type Lanes, type Zoom } from '@/lib/task-plan/vocabulary';
import { ZOOMS } from './scale';

const LANE: Record<Lanes, string> = { project: 'Project', assignee: 'Assignee', none: 'Nothing' };

/** Links, so that they work without scripts; with them nothing is read anew. */
export function TimelineBar({
  zoom,
  lanes,
  offered,
  hrefOf,
  todayHref,
  onChoose,
  onToday,
}: {
  zoom: Zoom;
  lanes: Lanes;
  /** Without projects in the view of one. */
  offered: readonly Lanes[];
  hrefOf: (zoom: Zoom, lanes: Lanes) => string;
  todayHref: string;
  onChoose: (zoom: Zoom, lanes: Lanes) => void;
  onToday: () => void;
}) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 pb-3 max-sm:hidden">
      <Choice
        label="Grouped by"
        options={LANES.filter((one) => offered.includes(one)).map((id) => ({
          id,
          label: LANE[id],
          href: hrefOf(zoom, id),
        }))}
        value={lanes}
        onChoose={(id) => onChoose(zoom, id)}
      />
      <span className="ml-auto" />
      <ButtonLink
        href={todayHref}
        scroll={false}
        onClick={(event) => {
          event.preventDefault();
          onToday();
        }}
      >
        Today
      </ButtonLink>
      <Choice
        label="Zoom"
        options={ZOOMS.map(({ id, label }) => ({ id, label, href: hrefOf(id, lanes) }))}
        value={zoom}
        onChoose={(id) => onChoose(id, lanes)}
      />
    </div>
  );
}

function Choice<Id extends string>({
  label,
  options,
  value,
  onChoose,
}: {
  label: string;
  options: readonly { id: Id; label: string; href: string }[];
  value: Id;
  onChoose: (id: Id) => void;
}) {
  return (
    <nav aria-label={label} className="flex items-center gap-2">
      <span dir="auto" aria-hidden="true" className="text-sm text-text-2">
        {label}
      </span>
      <ul className="inline-flex rounded-md border border-border bg-sunken p-0.5">
        {options.map(({ id, label, href }) => (
          <li key={id}>
            <a
              dir="auto"
              href={href}
              aria-current={id === value ? 'true' : undefined}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                event.preventDefault();
                onChoose(id);
              }}
              className={cn(
                'flex min-h-7 items-center rounded-sm px-2.5 text-sm font-medium focus-visible:-outline-offset-2',
                id === value ? 'bg-surface text-text shadow-e1 dark:bg-hover' : 'text-text-2 hover:text-text',
              )}
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
