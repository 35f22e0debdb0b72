import type { RefObject } from 'react';
import { type Item, markOf } from '@/components/file/item';
import { folderHref } from '@/components/file/place';
import { ClientBadge } from '@/components/ui/badge';
import { FallbackImage } from '@/components/ui/fallback-image';
import { bidi } from '@/lib/bidi';
import { ItemMenuButton } from './item-menu-button';
import { amountWords, CheckArea, WhereItLies } from './item-parts';
import type { Look } from './look';
import { NameOrField } from './name-or-field';
import { useWindow } from './use-window';

const LINE = (list: HTMLElement) => ({
  height: (list.querySelector<HTMLElement>('[data-item]')?.offsetHeight ?? 176) + 12,
  columns: getComputedStyle(list).gridTemplateColumns.split(' ').length,
});

/** Tiles with thumbnails. */
export function FileGrid({ look, rows }: { look: Look; rows: RefObject<HTMLUListElement | null> }) {
  const { from, to, before, after } = useWindow(rows, look.items.length, LINE, look);
  return (
    <ul
      ref={rows}
      aria-label={look.caption}
      className="grid grid-cols-[repeat(auto-fill,minmax(136px,1fr))] gap-3"
      style={{ paddingTop: before, paddingBottom: after }}
    >
      {look.items.slice(from, to).map((item) => (
        <Tile key={item._id} item={item} look={look} />
      ))}
    </ul>
  );
}

function Tile({ item, look }: { item: Item; look: Look }) {
  const { selection, cut, url, marksAudience } = look;
  const chosen = selection.ids.has(item._id);
  const mark = item.kind === 'folder' ? 'folder' : markOf(item.type).mark;
  const picture = item.kind === 'file' ? item.thumbnail_url : null;
  return (
    <li
      data-item={item._id}
      data-drop={item.kind === 'folder' ? item._id : undefined}
      data-selected={chosen ? '' : undefined}
      data-cut={cut.has(item._id) ? '' : undefined}
      draggable={look.moves && item.rights.edit ? true : undefined}
      className="file-tile"
    >
      <div className="flex min-h-0 flex-1 items-center justify-center bg-sunken">
        {picture ? (
          <FallbackImage
            src={`${picture}?size=256`}
            fallback="/file-picture.svg"
            alt=""
            loading="lazy"
            decoding="async"
            draggable={false}
            className="size-full object-cover"
          />
        ) : (
          <span aria-hidden="true" className={`icon kind-${mark} size-10!`} />
        )}
      </div>
      <CheckArea label={bidi`Select ${item.name}`} checked={chosen} onChange={() => selection.toggle(item._id)} />
      <div className="flex items-center gap-1 py-1 pr-1 pl-2">
        <div className="min-w-0 flex-1">
          <div className="flex min-w-0 items-center gap-1">
            <NameOrField
              item={item}
              look={look}
              href={item.kind === 'folder' ? folderHref(url, item._id) : undefined}
            />
          </div>
          <p className="flex items-center gap-1.5 truncate text-xs text-text-3">
            {amountWords(item)}
            {marksAudience && item.audience === 'client' && <ClientBadge />}
          </p>
          {look.tellsPlace && <WhereItLies item={item} look={look} />}
        </div>
        <ItemMenuButton item={item} look={look} />
      </div>
    </li>
  );
}
