import { FolderPlus, Upload } from 'lucide-react';
import { type ReactNode, type RefObject, useRef } from 'react';
import { SearchForm } from '@/components/page/search-form';
import { Button } from '@/components/ui/button';
import { FilterChip } from '@/components/ui/filter-chip';
import { stepsOf, widthOf } from '@/components/ui/form/room';
import { Segmented } from '@/components/ui/form/segmented';
import { SegmentedMore } from '@/components/ui/form/segmented-more';
import { Link } from '@/components/ui/link';
import { SheetPart } from '@/components/view/sheet-part';
import { ViewSheet } from '@/components/view/view-sheet';
import { bidi } from '@/lib/bidi';
import { FilesMenuButton } from './files-menu-button';
import { type PlaceUrl, viewHref } from './place';

const TYPES = [
  ['image', 'Pictures'],
  ['document', 'Documents'],
  ['video', 'Video'],
  ['audio', 'Audio'],
  ['archive', 'Archives'],
] as const;

const KEPT = ['project', 'tab', 'folder', 'view', 'sort', 'type', 'owner'];

/** `name`: the owner's, where it is known. */
type Narrowed = { type: string; q: string; owner: string; me: string; name?: string };

/** Of a chip with the gap after it, of the button behind which others are, and of what clears them (px). */
const [AROUND, MORE, CLEAR] = [30, 84, 64];

/** One line of filters, as views of tasks have; a phone has it in a sheet. */
export function Toolbar({
  url,
  view,
  sort,
  narrowed,
  segments,
  children,
}: {
  url: PlaceUrl;
  view: 'list' | 'grid';
  sort: string;
  narrowed: Narrowed;
  /** Of the page around it, for a phone's sheet. */
  segments?: ReactNode;
  /** At its end. */
  children?: ReactNode;
}) {
  const { type, q, owner, me, name } = narrowed;
  const set = [type, q, owner].filter(Boolean).length;
  const choices = [
    ...TYPES.map(([name, label]) => ({
      label,
      href: viewHref(url, { type: type === name ? null : name }),
      current: type === name,
    })),
    {
      label: owner === '' || owner === me ? 'Added by me' : bidi`Added by ${name ?? 'somebody else'}`,
      href: viewHref(url, { owner: owner ? null : 'me' }),
      current: owner !== '',
    },
  ];
  const labels = choices.map(({ label }) => label);
  const clear = set > 0 ? CLEAR : 0;
  const steps = stepsOf(labels, AROUND, MORE + clear, widthOf(labels, AROUND) + clear);
  const folding = choices.map((choice, at) => ({ ...choice, step: steps[at] ?? 0 }));
  const chips = (
    <>
      {folding.map(({ label, href, current, step }) => (
        <FilterChip key={label} href={href} active={current} fits={step}>
          {label}
        </FilterChip>
      ))}
      <span className={`folds folds-${Math.max(...steps)}`}>
        {/* What is set never folds. */}
        <SegmentedMore segments={folding.filter(({ current }) => !current)} look="chip" />
      </span>
      {set > 0 && (
        <span className="filter-end">
          <FilterChip href={viewHref(url, { type: null, q: null, owner: null })} active={false}>
            Clear
          </FilterChip>
        </span>
      )}
    </>
  );
  const ways = (
    <Segmented
      label="View"
      segments={[
        { href: viewHref(url, { view: null }), label: 'List', current: view === 'list' },
        { href: viewHref(url, { view: 'grid' }), label: 'Grid', current: view === 'grid' },
      ]}
    />
  );
  const order = <OrderLinks url={url} sort={sort} />;
  return (
    <div className="filter-row">
      <ViewSheet count={set}>
        {segments && <SheetPart label="Project">{segments}</SheetPart>}
        <SheetPart label="View">{ways}</SheetPart>
        <SheetPart label="Filter">{chips}</SheetPart>
        {order}
      </ViewSheet>
      <div className="filter-inline filter-line">{chips}</div>
      <div className={view === 'list' ? 'filter-inline md:hidden' : 'filter-inline'}>{order}</div>
      <div className="filter-search">
        <SearchForm path={url.path} search={url.search} label="Find a file" kept={KEPT} narrow />
      </div>
      <div className="filter-inline filter-choice">{ways}</div>
      {children}
    </div>
  );
}

const ORDERS = [
  ['name', 'Name'],
  ['-changed', 'Latest'],
  ['-size', 'Largest'],
] as const;

/** Where no column can be pressed: in the grid, and in narrow windows. */
function OrderLinks({ url, sort }: { url: PlaceUrl; sort: string }) {
  return (
    <nav aria-label="Order" className="flex items-center gap-2 text-sm">
      <span className="text-text-3">Order</span>
      {ORDERS.map(([by, label]) => (
        <Link
          dir="auto"
          key={by}
          href={viewHref(url, { sort: by === 'name' ? null : by })}
          scroll={false}
          prefetch={false}
          aria-current={sort === by ? 'true' : undefined}
          className="inline-flex min-h-6 items-center rounded-xs px-1 text-text-2 hover:underline aria-[current]:font-semibold aria-[current]:text-text pointer-coarse:min-h-11"
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}

export function UploadButtons({
  adds,
  reason,
  binHref,
  onFiles,
  onFolder,
  chooser,
}: {
  adds: boolean;
  /** Why nothing can be added just now, as while offline. */
  reason?: string;
  binHref?: string;
  onFiles: (files: readonly File[]) => void;
  onFolder: () => void;
  chooser: RefObject<HTMLInputElement | null>;
}) {
  const whole = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const taken = ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
    const files = [...(currentTarget.files ?? [])];
    currentTarget.value = '';
    onFiles(files);
  };
  const blocked = reason ? { disabled: true, title: reason } : {};
  return (
    <div className="flex shrink-0 items-center gap-2">
      <FilesMenuButton
        binHref={binHref}
        onFolder={adds ? onFolder : undefined}
        onWhole={adds ? () => whole.current?.click() : undefined}
        onPhoto={adds ? () => camera.current?.click() : undefined}
        reason={reason}
      />
      {adds && (
        <>
          <span className="max-sm:hidden">
            <Button icon={<FolderPlus />} aria-haspopup="dialog" onClick={onFolder} {...blocked}>
              New folder
            </Button>
          </span>
          <Button variant="primary" icon={<Upload />} onClick={() => chooser.current?.click()} {...blocked}>
            <span className="max-sm:sr-only">Upload</span>
          </Button>
          <input ref={chooser} type="file" multiple hidden data-upload onChange={taken} />
          <input ref={whole} type="file" multiple hidden {...{ webkitdirectory: '' }} onChange={taken} />
          <input ref={camera} type="file" accept="image/*,video/*" capture="environment" hidden onChange={taken} />
        </>
      )}
    </div>
  );
}
