import { Link } from '@/components/ui/link';
import { LinkPanel } from '@/components/ui/overlay/link-panel';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { isolated } from '@/lib/bidi';
import type { ViewRecord } from '@/lib/view/schema';
import { ViewMenuButton } from './view-parts';

type ViewTab = { view: ViewRecord; href: string };

type Views = {
  tabs: readonly ViewTab[];
  current: ViewRecord | null;
  /** The view without any of them; `current`: nothing narrows it. */
  all: { href: string; current: boolean };
};

/** Saved views below a button that names the open one, which has a menu for whoever may change it. Works without scripts. */
export function ViewBar({ mayShare, ...views }: Views & { mayShare: boolean }) {
  const { tabs, current, all } = views;
  if (tabs.length === 0) return null;
  const peers = tabs.filter(({ view }) => view.shared === current?.shared).map(({ view }) => view._id);
  return (
    <div className="flex items-center gap-0.5">
      <button
        type="button"
        popoverTarget="saved-views"
        className="chip views-button"
        style={{ anchorName: '--saved-views' }}
      >
        <VisuallyHidden>Saved views: </VisuallyHidden>
        <span dir="auto" className="max-w-40 truncate">
          {current ? current.name : 'All tasks'}
        </span>
        <span aria-hidden="true" className="icon icon-chevron-down" />
      </button>
      <LinkPanel id="saved-views">
        <ViewList {...views} />
      </LinkPanel>
      {current?.may_edit && (
        <ViewMenuButton
          view={current}
          place={peers.indexOf(current._id)}
          places={peers.length}
          mayShare={mayShare}
          allHref={all.href}
        />
      )}
    </div>
  );
}

/** The same as a list. */
export const ViewList = ({ tabs, current, all }: Views) => (
  <nav aria-label="Saved views" className="w-full">
    <ul className="flex flex-col">
      <li>
        <Tab href={all.href} current={all.current}>
          All tasks
        </Tab>
      </li>
      {tabs.map(({ view, href }) => (
        <li key={view._id}>
          <Tab href={href} current={view._id === current?._id}>
            {isolated(view.name)}
            {view.shared || <VisuallyHidden>, only for you</VisuallyHidden>}
            {view.layout !== 'list' && <VisuallyHidden>, as a {view.layout}</VisuallyHidden>}
          </Tab>
        </li>
      ))}
    </ul>
  </nav>
);

const Tab = ({ href, current, children }: { href: string; current: boolean; children: React.ReactNode }) => (
  <Link href={href} scroll={false} prefetch={false} aria-current={current ? 'page' : undefined} className="views-entry">
    <span className="truncate">{children}</span>
  </Link>
);
