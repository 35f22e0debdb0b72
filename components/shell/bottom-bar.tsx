'use client';

import { DialogLink } from '@/components/overlay/dialog-link';
import { FORM_PAGE } from '@/components/overlay/form-page';
import { openOverlay, prefetchOverlay } from '@/components/overlay/overlay';
import { Link } from '@/components/ui/link';
import { PLACES } from '@/components/viewer/places';
import { useOrganisationLinks, useShell } from '@/components/viewer/shell-context';
import { PLACE_ICON, useCurrentPlace } from './nav-links';

/** On phones; More is the only way to the drawer there. */
export function BottomBar() {
  const hrefTo = useOrganisationLinks();
  const { creates } = useShell();
  const current = useCurrentPlace();
  const near = PLACES.slice(0, 3);
  return (
    <nav
      aria-label="Quick access"
      data-foot=""
      className="fixed inset-x-0 bottom-0 z-sticky border-t border-border bg-surface pb-[env(safe-area-inset-bottom)] sm:hidden"
    >
      <ul className="grid auto-cols-fr grid-flow-col">
        {near.map(({ path, label }) => {
          return (
            <li key={path}>
              <Link
                href={hrefTo(path)}
                prefetch={false}
                aria-current={current === path ? 'page' : undefined}
                className="bar-entry"
              >
                <span aria-hidden="true" className={PLACE_ICON[path]} />
                {label}
              </Link>
            </li>
          );
        })}
        {creates.includes('task') && (
          <li>
            <DialogLink
              href={hrefTo(FORM_PAGE['new-task'])}
              onOpen={() => openOverlay('new-task')}
              onPointerEnter={() => prefetchOverlay('new-task')}
              className="bar-entry"
            >
              <span aria-hidden="true" className="icon icon-plus" />
              New task
            </DialogLink>
          </li>
        )}
        <li>
          <button type="button" aria-haspopup="dialog" onClick={() => openOverlay('navigation')} className="bar-entry">
            <span aria-hidden="true" className="icon icon-ellipsis" />
            More
          </button>
        </li>
      </ul>
    </nav>
  );
}
