import { ButtonLink } from '@/components/ui/button-link';
import { SelectField } from '@/components/ui/form/select-field';
import { cn } from '@/lib/class-names';
import { LANES, type Lanes, type Zoom } from '@/lib/task-plan/vocabulary';
import { ZOOMS } from './scale';

const LANE: Record<Lanes, string> = { project: 'By project', assignee: 'By assignee', none: 'No groups' };

/** The zoom is links, so that it works without scripts; with them nothing is read anew. */
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
    <div className="view-bar max-sm:hidden">
      <div className="w-36 max-xl:w-32">
        <SelectField
          label="Grouped by"
          labelHidden
          value={lanes}
          options={LANES.filter((one) => offered.includes(one)).map((id) => ({ value: id, label: LANE[id] }))}
          onChange={({ target }) => onChoose(zoom, LANES.find((id) => id === target.value) ?? lanes)}
        />
      </div>
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
      <nav aria-label="Zoom">
        <ul className="inline-flex rounded-md border border-border bg-sunken p-0.5">
          {ZOOMS.map(({ id, label }) => (
            <li key={id}>
              <a
                dir="auto"
                href={hrefOf(id, lanes)}
                aria-current={id === zoom ? 'true' : undefined}
                onClick={(event) => {
                  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                  event.preventDefault();
                  onChoose(id, lanes);
                }}
                className={cn(
                  'flex min-h-7 items-center rounded-sm px-2 max-xl:px-1.5 text-sm font-medium whitespace-nowrap focus-visible:-outline-offset-2 pointer-coarse:min-h-10',
                  id === zoom ? 'bg-surface text-text shadow-e1 dark:bg-hover' : 'text-text-2 hover:text-text',
                )}
              >
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
