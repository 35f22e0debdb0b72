import { Link } from '@/components/ui/link';
import type { PlaceProject } from './manager-props';
import { folderHref, type PlaceUrl } from './place';

/** The files of each project, above those of the organisation itself. */
export function ProjectPlaces({ url, projects }: { url: PlaceUrl; projects: readonly PlaceProject[] }) {
  if (projects.length === 0) return null;
  return (
    <section aria-label="Projects" className="pb-5">
      <h2 className="pb-2 text-sm font-semibold text-text-2">Projects</h2>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(200px,1fr))] gap-2">
        {projects.map(({ _id, key, name }) => (
          <li key={_id}>
            <Link
              href={folderHref(url, null, key)}
              className="flex min-h-11 items-center gap-2 rounded-lg border border-border bg-surface px-3 hover:bg-hover"
            >
              <span aria-hidden="true" className="icon icon-folder-kanban text-text-3" />
              <span dir="auto" className="truncate text-base font-medium">
                {name}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
