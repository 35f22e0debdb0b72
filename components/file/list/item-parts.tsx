import { type Item, markOf, parentOf } from '@/components/file/item';
import { folderHref } from '@/components/file/place';
import { FallbackImage } from '@/components/ui/fallback-image';
import { Link } from '@/components/ui/link';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { sizeWords } from '@/lib/file/vocabulary';
import type { Look } from './look';

/** The mark of a kind, or the picture itself. */
export function ItemMark({ item }: { item: Item }) {
  if (item.kind === 'folder') return <Mark mark="folder" word="Folder" />;
  const { mark, word } = markOf(item.type);
  if (!item.thumbnail_url) return <Mark mark={mark} word={word} />;
  return (
    <>
      <VisuallyHidden>{word} </VisuallyHidden>
      <FallbackImage
        src={`${item.thumbnail_url}?size=64`}
        fallback="/file-picture.svg"
        alt=""
        width={32}
        height={32}
        loading="lazy"
        decoding="async"
        draggable={false}
        className="file-thumb"
      />
    </>
  );
}

export const Mark = ({ mark, word }: { mark: string; word: string }) => (
  <>
    <VisuallyHidden>{word} </VisuallyHidden>
    <span aria-hidden="true" className="flex size-8 shrink-0 items-center justify-center">
      <span className={`icon kind-${mark}`} />
    </span>
  </>
);

/** As large to press as it has to be, with a small box in it. */
export const CheckArea = ({ label, ...box }: { label: string; checked: boolean; onChange: (on: boolean) => void }) => (
  <label className="check-area">
    <input
      type="checkbox"
      aria-label={label}
      className="checkbox"
      checked={box.checked}
      onChange={({ target }) => box.onChange(target.checked)}
    />
  </label>
);

/** A file's size, or what a folder holds. */
export function amountWords(item: Item): string {
  if (item.kind === 'file') return sizeWords(item.size);
  const all = item.folder_count + item.file_count;
  return `${all} ${all === 1 ? 'item' : 'items'}`;
}

/** In a search: the folder, and where all projects are searched the project, as a link. */
export function WhereItLies({ item, look: { url, projects } }: { item: Item; look: Look }) {
  const project = projects.find(({ _id }) => _id === item.project_id);
  const folder = item.kind === 'file' ? item.folder_name : item.parent_name;
  return (
    <p className="truncate text-xs text-text-3">
      in{' '}
      <Link
        href={folderHref(url, parentOf(item), project?.key)}
        prefetch={false}
        draggable={false}
        className="rounded-xs hover:underline"
      >
        {[project?.name, folder].filter(Boolean).join(' / ') || 'the first level'}
      </Link>
    </p>
  );
}
