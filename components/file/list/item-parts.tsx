import { type Item, markOf } from '@/components/file/item';
import { FallbackImage } from '@/components/ui/fallback-image';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { sizeWords } from '@/lib/file/vocabulary';

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

/** A file's size, or what a folder holds. */
export function amountWords(item: Item): string {
  if (item.kind === 'file') return sizeWords(item.size);
  const all = item.folder_count + item.file_count;
  return `${all} ${all === 1 ? 'item' : 'items'}`;
}
