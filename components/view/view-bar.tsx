import { Link } from '@/components/ui/link';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { isolated } from '@/lib/bidi';
import { cn } from '@/lib/class-names';
import type { ViewRecord } from '@/lib/view/schema';
import { ViewMenuButton } from './view-parts';

export type ViewTab = { view: ViewRecord; href: string };

/** Saved views as tabs; the current one has a menu for whoever may change it. Works without scripts. */
export function ViewBar({
  tabs,
  current,
  all,
  mayShare,
}: {
  tabs: readonly ViewTab[];
  current: ViewRecord | null;
  /** The view without any of them; `current`: nothing narrows it. */
  all: { href: string; current: boolean };
  mayShare: boolean;
}) {
  if (tabs.length === 0) return null;
  const peers = tabs.filter(({ view }) => view.shared === current?.shared).map(({ view }) => view._id);
  return (
    <nav
      aria-label="Saved views"
      className="-mx-1 mb-2 max-w-full overflow-x-auto overflow-y-hidden px-1 py-0.5 max-sm:-mx-3 max-sm:px-3"
    >
      <ul className="flex w-max items-center gap-0.5">
        <li>
          <Tab href={all.href} current={all.current}>
            All tasks
          </Tab>
        </li>
        {tabs.map(({ view, href }) => (
          <li key={view._id} className="flex items-center">
            <Tab href={href} current={view._id === current?._id}>
              {isolated(view.name)}
              {view.shared || <VisuallyHidden>, only for you</VisuallyHidden>}
              {view.layout !== 'list' && <VisuallyHidden>, as a {view.layout}</VisuallyHidden>}
            </Tab>
            {view._id === current?._id && view.may_edit && (
              <ViewMenuButton
                view={view}
                place={peers.indexOf(view._id)}
                places={peers.length}
                mayShare={mayShare}
                allHref={all.href}
              />
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

const Tab = ({ href, current, children }: { href: string; current: boolean; children: React.ReactNode }) => (
  <Link
    href={href}
    scroll={false}
    prefetch={false}
    aria-current={current ? 'page' : undefined}
    className={cn(
      'flex min-h-8 max-w-56 items-center rounded-md px-2.5 text-base font-medium whitespace-nowrap focus-visible:-outline-offset-2 pointer-coarse:min-h-11',
      current ? 'bg-selected text-accent-text' : 'text-text-2 hover:bg-hover hover:text-text',
    )}
  >
    <span className="truncate">{children}</span>
  </Link>
);
