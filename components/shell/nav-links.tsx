'use client';

import { Files, FolderKanban, LayoutDashboard, ListChecks, Settings, Users } from 'lucide-react';
import { useSelectedLayoutSegment } from 'next/navigation';
import { TintTile } from '@/components/page/tint-tile';
import { Link } from '@/components/ui/link';
import { type PlacePath, placeOf, placesFor } from '@/components/viewer/places';
import { useOrganisationLinks, useShell } from '@/components/viewer/shell-context';
import { cn } from '@/lib/class-names';

export const PLACE_ICON: Record<PlacePath, typeof Files> = {
  dashboard: LayoutDashboard,
  project: FolderKanban,
  task: ListChecks,
  file_manager: Files,
  userlist: Users,
  settings: Settings,
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
        const Icon = PLACE_ICON[path];
        const active = current === path;
        return (
          <li key={path}>
            <Link
              href={hrefTo(path)}
              prefetch={false}
              onClick={onNavigate}
              aria-current={active ? 'page' : undefined}
              className={cn(
                'flex min-h-[34px] items-center gap-2.5 rounded-md px-2.5 text-base transition-colors pointer-coarse:min-h-11',
                active
                  ? 'bg-selected font-semibold text-accent-text'
                  : 'font-medium text-text-2 hover:bg-hover hover:text-text',
              )}
            >
              <Icon />
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
                      className="flex min-h-7 items-center gap-2 rounded-md pr-2 pl-[34px] text-sm text-text-2 hover:bg-hover hover:text-text pointer-coarse:min-h-11"
                    >
                      <TintTile tint={project.tint} name={project.name} size={20} />
                      <span className="min-w-0 truncate">{project.name}</span>
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
