import { FileText, FolderKanban, MessageSquare } from 'lucide-react';
import { Link } from '@/components/ui/link';
import { useOrganisationLinks } from '@/components/viewer/shell-context';
import type { LinkPreview } from '@/lib/message/schema';

const MARK = { message: <MessageSquare />, file: <FileText />, project: <FolderKanban /> };
const WORD = { message: 'Message', file: 'File', project: 'Project' };

/** What the messages, files and projects are now that a message links to. */
export function LinkPreviews({ links }: { links: readonly LinkPreview[] }) {
  const hrefTo = useOrganisationLinks();
  if (links.length === 0) return null;
  return (
    <ul aria-label="Linked here" className="mt-1 flex max-w-xl flex-col gap-1">
      {links.map(({ kind, _id, title, about, page }) => (
        <li key={_id}>
          <Link
            href={hrefTo(page)}
            prefetch={false}
            className="flex min-h-8 items-center gap-2 rounded-md border border-border bg-surface px-2 py-1 text-sm hover:bg-hover pointer-coarse:min-h-11 [&_.lucide]:size-3.5 [&_.lucide]:shrink-0 [&_.lucide]:text-text-3"
          >
            {MARK[kind]}
            <span className="sr-only">{WORD[kind]}</span>
            <span dir="auto" className="min-w-0 truncate font-medium">
              {title || 'Without words'}
            </span>
            {about && (
              <span dir="auto" className="max-w-[40%] shrink-0 truncate text-text-3">
                {about}
              </span>
            )}
          </Link>
        </li>
      ))}
    </ul>
  );
}
