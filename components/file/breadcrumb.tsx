import { Link } from '@/components/ui/link';
import { folderHref, type Place, type PlaceUrl } from './place';

/** From the outermost place to the one that is open; each takes what is dropped on it. */
export function Breadcrumb({ place, url, client }: { place: Place; url: PlaceUrl; client: boolean }) {
  const { project, folder, path } = place;
  const steps = [
    ...(url.tab
      ? []
      : [{ id: 'top', name: client ? 'Shared with you' : 'All files', href: folderHref(url, null, null) }]),
    ...(project ? [{ id: '', name: url.tab ? 'Files' : project.name, href: folderHref(url, null) }] : []),
    ...path.map(({ _id, name }) => ({ id: _id, name, href: folderHref(url, _id) })),
    ...(folder ? [{ id: folder._id, name: folder.name, href: folderHref(url, folder._id) }] : []),
  ];
  return (
    <nav aria-label="Folders above" className="min-w-0">
      <ol className="flex min-w-0 flex-wrap items-center gap-1 text-base">
        {steps.map(({ id, name, href }, at) => (
          <li key={id} className="flex min-w-0 items-center gap-1">
            {at > 0 && <span aria-hidden="true" className="icon icon-chevron-right text-text-3" />}
            {at === steps.length - 1 ? (
              <span dir="auto" aria-current="page" className="truncate font-semibold">
                {name}
              </span>
            ) : (
              <Link
                dir="auto"
                href={href}
                data-drop={id === 'top' ? undefined : id}
                data-drop-name={name}
                className="inline-flex min-h-6 items-center truncate rounded-xs px-1 text-text-2 hover:text-text hover:underline pointer-coarse:py-3"
              >
                {name}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
