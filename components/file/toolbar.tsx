import { FolderPlus, Trash2, Upload } from 'lucide-react';
import { type RefObject, useRef } from 'react';
import { SearchForm } from '@/components/page/search-form';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';
import { FilterChip } from '@/components/ui/filter-chip';
import { Segmented } from '@/components/ui/form/segmented';
import { Link } from '@/components/ui/link';
import { bidi } from '@/lib/bidi';
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

export function Toolbar({ url, view, narrowed }: { url: PlaceUrl; view: 'list' | 'grid'; narrowed: Narrowed }) {
  const { type, q, owner, me, name } = narrowed;
  return (
    <div className="flex flex-wrap items-center gap-2 pb-3">
      <div className="flex min-w-0 items-center gap-2 max-sm:-mx-3 max-sm:basis-[calc(100%+24px)] max-sm:overflow-x-auto max-sm:px-3 max-sm:py-0.5">
        {TYPES.map(([name, label]) => (
          <FilterChip key={name} href={viewHref(url, { type: type === name ? null : name })} active={type === name}>
            {label}
          </FilterChip>
        ))}
        <FilterChip href={viewHref(url, { owner: owner ? null : 'me' })} active={owner !== ''}>
          {owner === '' || owner === me ? 'Added by me' : bidi`Added by ${name ?? 'somebody else'}`}
        </FilterChip>
        {(type || q || owner) && (
          <FilterChip href={viewHref(url, { type: null, q: null, owner: null })} active={false}>
            Clear
          </FilterChip>
        )}
      </div>
      <div className="ml-auto flex min-w-0 flex-1 basis-80 items-center justify-end gap-2">
        <SearchForm path={url.path} search={url.search} label="Find a file" kept={KEPT} />
        <div className="shrink-0">
          <Segmented
            label="View"
            segments={[
              { href: viewHref(url, { view: null }), label: 'List', current: view === 'list' },
              { href: viewHref(url, { view: 'grid' }), label: 'Grid', current: view === 'grid' },
            ]}
          />
        </div>
      </div>
    </div>
  );
}

const ORDERS = [
  ['name', 'Name'],
  ['-changed', 'Latest'],
  ['-size', 'Largest'],
] as const;

/** Where no column can be pressed: in the grid, and in narrow windows. */
export function OrderLinks({ url, view, sort }: { url: PlaceUrl; view: 'list' | 'grid'; sort: string }) {
  return (
    <nav aria-label="Order" className={`flex items-center gap-2 pb-3 text-sm ${view === 'list' ? 'md:hidden' : ''}`}>
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
    <div className={`flex flex-wrap items-center gap-2 ${adds ? 'max-sm:grid max-sm:w-full max-sm:grid-cols-2' : ''}`}>
      {binHref && (
        <ButtonLink href={binHref} variant="quiet" icon={<Trash2 />}>
          Bin
        </ButtonLink>
      )}
      {adds && (
        <>
          <Button icon={<FolderPlus />} aria-haspopup="dialog" onClick={onFolder} {...blocked}>
            New folder
          </Button>
          <span className="max-sm:hidden">
            <Button onClick={() => whole.current?.click()} {...blocked}>
              Upload folder
            </Button>
          </span>
          <span className="hidden max-sm:contents">
            <Button onClick={() => camera.current?.click()} {...blocked}>
              Take photo
            </Button>
          </span>
          <Button variant="primary" icon={<Upload />} onClick={() => chooser.current?.click()} {...blocked}>
            Upload
          </Button>
          <input ref={chooser} type="file" multiple hidden data-upload onChange={taken} />
          <input ref={whole} type="file" multiple hidden {...{ webkitdirectory: '' }} onChange={taken} />
          <input ref={camera} type="file" accept="image/*,video/*" capture="environment" hidden onChange={taken} />
        </>
      )}
    </div>
  );
}
