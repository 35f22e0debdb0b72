import { markOf } from '@/components/file/item';
import { FallbackImage } from '@/components/ui/fallback-image';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { cn } from '@/lib/class-names';
import type { FileRecord } from '@/lib/file/schema';

/** The picture, or the mark of its kind; its name stands beside it. */
export function Thumbnail({
  file,
  className,
}: {
  file: Pick<FileRecord, 'type' | 'thumbnail_url'>;
  className: string;
}) {
  const { mark, word } = markOf(file.type);
  const frame = cn('shrink-0 rounded-sm border border-border bg-sunken', className);
  return (
    <>
      <VisuallyHidden>{word} </VisuallyHidden>
      {file.thumbnail_url ? (
        <FallbackImage
          src={file.thumbnail_url}
          fallback="/file-picture.svg"
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          className={cn(frame, 'object-cover')}
        />
      ) : (
        <span aria-hidden="true" className={cn(frame, 'grid place-items-center')}>
          <span className={`icon kind-${mark}`} />
        </span>
      )}
    </>
  );
}
