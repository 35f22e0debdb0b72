'use client';

import { useSelectedLayoutSegment } from 'next/navigation';
import { TintTile } from '@/components/page/tint-tile';
import { Link } from '@/components/ui/link';
import { type PlacePath, placeOf, placesFor } from '@/components/viewer/places';
import { useOrganisationLinks, useShell } from '@/components/viewer/shell-context';

export const PLACE_ICON: Record<PlacePath, string> = {
  dashboard: 'icon icon-layout-dashboard',
  project: 'icon icon-folder-kanban',
  task: 'icon icon-list-checks',
  file_manager: 'icon icon-files',
  userlist: 'icon icon-users',
  settings: 'icon icon-settings',
};

/** From the route: a subdomain's URLs leave the key out. */
export const useCurrentPlace = () => placeOf(useSelectedLayoutSegment());

export function NavLinks({ onNavigate }: { onNavigate?: () => void }) {
  const hrefTo = useOrganisationLinks();
  const { member, projects } = useShell();
  const current = useCurrentPlace();
  return (
    <ul className="flex flex-col gap-0.5">
      {placesFor(member.role).map(({ path, label }) => {
        return (
          <li key={path}>
            <Link
              href={hrefTo(path)}
              prefetch={false}
              onClick={onNavigate}
              aria-current={current === path ? 'page' : undefined}
              className="nav-link"
            >
              <span aria-hidden="true" className={PLACE_ICON[path]} />
              {label}
            </Link>
            {path === 'project' && projects.length > 0 && (
              <ul aria-label="Recent projects" className="mt-0.5 flex flex-col">
                {projects.map((project) => (
                  <li key={project._id}>
                    <Link
                      href={hrefTo(`projectdetails?project=${project.key}`)}
                      prefetch={false}
                      onClick={onNavigate}
                      className="nav-project"
                    >
                      <TintTile tint={project.tint} name={project.name} logo={project.picture} size={20} />
                      <span dir="auto" className="min-w-0 truncate">
                        {project.name}
                      </span>
                    </Link>
                  </li>
                ))}
              </ul>
            )}
          </li>
        );
      })}
    </ul>
  );
}
