import { NavLinks } from './nav-links';
import { OrganisationButton } from './organisation-button';

export function Sidebar() {
  return (
    <nav
      aria-label="Main"
      data-sidebar=""
      className="fixed inset-y-0 left-0 hidden w-[200px] flex-col border-r border-border bg-sunken lg:flex"
    >
      <OrganisationButton />
      {/* Below it is the footer. */}
      <div className="mb-11 min-h-0 flex-1 overflow-y-auto px-2 pt-1 pb-4">
        <NavLinks />
      </div>
    </nav>
  );
}
