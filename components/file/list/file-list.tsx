import type { RefObject } from 'react';
import type { Item } from '@/components/file/item';
import { folderHref, viewHref } from '@/components/file/place';
import { SortHead } from '@/components/page/sort-head';
import { Ago } from '@/components/ui/ago';
import { Avatar } from '@/components/ui/avatar';
import { ClientBadge } from '@/components/ui/badge';
import { Link } from '@/components/ui/link';
import { bidi } from '@/lib/bidi';
import { ItemMenuButton } from './item-menu-button';
import { amountWords, CheckArea, ItemMark, WhereItLies } from './item-parts';
import type { Look } from './look';
import { NameOrField } from './name-or-field';
import { useWindow } from './use-window';

const LINE = (list: HTMLElement) => ({
  height: list.querySelector<HTMLElement>('[data-item]')?.offsetHeight || 44,
  columns: 1,
});

/** Rows as a table: readable, and its links work, before scripts have loaded. */
export function FileList({ look, rows }: { look: Look; rows: RefObject<HTMLTableSectionElement | null> }) {
  const { items, url } = look;
  const { from, to, before, after } = useWindow(rows, items.length, LINE, look);
  const head = (by: string, label: string, className: string) => (
    <SortHead path={url.path} search={url.search} by={by} first="name" label={label} className={className} />
  );
  return (
    <table className="file-table table-fixed">
      <caption className="sr-only">{look.caption}</caption>
      <thead>
        <tr>
          <th scope="col" className="check-cell w-9 pointer-coarse:w-11">
            <CheckArea
              label="Select all"
              checked={items.length > 0 && look.selection.ids.size === items.length}
              onChange={(on) => (on ? look.selection.all() : look.selection.clear())}
            />
          </th>
          {head('name', 'Name', '')}
          {head('size', 'Size', 'w-24 max-md:hidden')}
          {head('uploaded_by', 'By', 'w-40 max-xl:hidden')}
          {head('changed', 'Changed', 'w-32 max-md:hidden')}
          <th scope="col" className="w-12">
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody ref={rows}>
        {before > 0 && <Space height={before} />}
        {items.slice(from, to).map((item) => (
          <Row key={item._id} item={item} look={look} />
        ))}
        {after > 0 && <Space height={after} />}
      </tbody>
    </table>
  );
}

const Space = ({ height }: { height: number }) => (
  <tr>
    <td colSpan={6} style={{ height, padding: 0 }} />
  </tr>
);

function Row({ item, look }: { item: Item; look: Look }) {
  const { selection, cut, url, marksAudience } = look;
  const chosen = selection.ids.has(item._id);
  const who = item.kind === 'file' ? item.uploaded_by : null;
  return (
    <tr
      data-item={item._id}
      data-drop={item.kind === 'folder' ? item._id : undefined}
      data-selected={chosen ? '' : undefined}
      data-cut={cut.has(item._id) ? '' : undefined}
      draggable={look.moves && item.rights.edit ? true : undefined}
    >
      <td className="check-cell">
        <CheckArea label={bidi`Select ${item.name}`} checked={chosen} onChange={() => selection.toggle(item._id)} />
      </td>
      <th scope="row" className="title">
        <div className="flex min-w-0 items-center gap-2">
          <ItemMark item={item} />
          <div className="min-w-0 flex-1">
            <div className="flex min-w-0 items-center gap-2">
              <NameOrField
                item={item}
                look={look}
                href={item.kind === 'folder' ? folderHref(url, item._id) : undefined}
              />
              {marksAudience && item.audience === 'client' && <ClientBadge />}
            </div>
            <p className="truncate text-xs text-text-3 md:hidden">
              {amountWords(item)} · <Ago at={item.updated_at} />
            </p>
            {look.tellsPlace && <WhereItLies item={item} look={look} />}
          </div>
        </div>
      </th>
      <td className="text-text-2 tabular-nums max-md:hidden">{amountWords(item)}</td>
      <td className="text-text-2 max-xl:hidden">
        {who && (
          <span className="flex min-w-0 items-center gap-1.5">
            <Avatar person={{ id: who._id, name: who.name, picture: who.pic }} size={20} beside />
            <Link
              dir="auto"
              href={viewHref(url, { owner: who._id })}
              scroll={false}
              prefetch={false}
              draggable={false}
              className="truncate rounded-xs hover:underline"
              title={bidi`Only files by ${who.name}`}
            >
              {who.name}
            </Link>
          </span>
        )}
      </td>
      <td className="text-text-2 max-md:hidden">
        <Ago at={item.updated_at} />
      </td>
      <td>
        <ItemMenuButton item={item} look={look} />
      </td>
    </tr>
  );
}
