'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from '@/components/ui/link';
import { bidi } from '@/lib/bidi';
import { subfoldersQuery } from './folder-query';
import type { PlaceProject } from './manager-props';
import { folderHref, type Place, type PlaceUrl } from './place';

type Node = { project: PlaceProject | null; folder: string | null; name: string; href: string };

/** Projects and their folders; a branch is read when it is opened. On narrow windows the breadcrumb does it. */
export function FolderTree({
  place,
  url,
  projects,
  client,
}: {
  place: Place;
  url: PlaceUrl;
  projects: readonly PlaceProject[];
  client: boolean;
}) {
  const all = url.tab ? place.project && [place.project] : projects;
  const roots: Node[] = [
    ...(url.tab || client
      ? []
      : [{ project: null, folder: null, name: 'All files', href: folderHref(url, null, null) }]),
    ...(all ?? []).map((project) => ({
      project,
      folder: null,
      name: url.tab ? 'Files' : project.name,
      href: folderHref(url, null, url.tab ? undefined : project.key),
    })),
  ];
  return (
    <nav aria-label="Folders" className="max-lg:hidden">
      <ul className="sticky top-[72px] max-h-[calc(100dvh-88px)] overflow-y-auto pb-4">
        {roots.map((node) => (
          <Branch key={node.project?._id ?? ''} node={node} place={place} url={url} depth={0} />
        ))}
      </ul>
    </nav>
  );
}

function Branch({ node, place, url, depth }: { node: Node; place: Place; url: PlaceUrl; depth: number }) {
  const project = node.project?._id ?? null;
  const current = (place.project?._id ?? null) === project && (place.folder?._id ?? null) === node.folder;
  const above =
    (place.project?._id ?? null) === project &&
    (node.folder === null || place.path.some(({ _id }) => _id === node.folder));
  const [open, setOpen] = useState(above || current);
  const { data } = useQuery({ ...subfoldersQuery(project, node.folder), enabled: open });
  const none = data?.length === 0;
  return (
    <li>
      <div className="flex items-center" style={{ paddingLeft: depth * 12 }}>
        <button
          type="button"
          aria-expanded={open}
          aria-label={bidi`Folders in ${node.name}`}
          onClick={() => setOpen(!open)}
          className={`flex size-6 shrink-0 items-center justify-center rounded-sm text-text-3 hover:bg-hover ${none ? 'invisible' : ''}`}
        >
          <span aria-hidden="true" className={`icon icon-chevron-${open ? 'down' : 'right'}`} />
        </button>
        <Link
          href={node.href}
          aria-current={current ? 'page' : undefined}
          data-drop={node.folder ?? ''}
          data-drop-project={project ?? ''}
          data-drop-name={node.name}
          title={node.name}
          className="flex min-h-8 min-w-0 flex-1 items-center gap-1.5 rounded-sm px-1.5 text-base hover:bg-hover aria-[current]:bg-selected aria-[current]:font-medium aria-[current]:text-accent-text"
        >
          <span
            aria-hidden="true"
            className={`icon ${node.folder === null && node.project ? 'icon-folder-kanban text-text-3' : 'kind-folder'}`}
          />
          <span dir="auto" className="truncate">
            {node.name}
          </span>
        </Link>
      </div>
      {open && data && data.length > 0 && (
        <ul>
          {data.map(({ _id, name }) => (
            <Branch
              key={_id}
              node={{
                project: node.project,
                folder: _id,
                name,
                href: folderHref(url, _id, url.tab ? undefined : (node.project?.key ?? null)),
              }}
              place={place}
              url={url}
              depth={depth + 1}
            />
          ))}
        </ul>
      )}
    </li>
  );
}
