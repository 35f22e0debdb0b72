'use client';

import { useMemo, useRef } from 'react';
import { FileDialogs } from '@/components/file/change/file-dialogs';
import { useItemActions } from '@/components/file/change/use-item-actions';
import { FileGrid } from '@/components/file/list/file-grid';
import { FileList } from '@/components/file/list/file-list';
import type { Look } from '@/components/file/list/look';
import { useDrop } from '@/components/file/list/use-drop';
import { useFileKeys } from '@/components/file/list/use-file-keys';
import { useLasso } from '@/components/file/list/use-lasso';
import { usePresses } from '@/components/file/list/use-presses';
import { useSelection } from '@/components/file/list/use-selection';
import { useOnline } from '@/components/form/use-online';
import { ToolbarHead } from '@/components/page/toolbar-head';
import { ErrorState } from '@/components/ui/error-state';
import { showToast } from '@/components/ui/overlay/toast';
import { bidi } from '@/lib/bidi';
import { Breadcrumb } from './breadcrumb';
import { FolderTree } from './folder-tree';
import type { FileItem, Item } from './item';
import type { ManagerProps } from './manager-props';
import { NothingHere } from './nothing-here';
import { placeInput } from './place';
import { ProjectPlaces } from './project-places';
import { QuotaLine } from './quota-line';
import { SelectionBar } from './selection-bar';
import { Toolbar, UploadButtons } from './toolbar';
import { useFolder } from './use-folder';
import { useOpenFile } from './use-open-file';
import { useUpload } from './use-upload';

/** Lines below what is drawn at which the next page is asked for. */
const AHEAD = 200;

/** The files of one place. Another place is another URL, and so another instance. */
export function FileManager(props: ManagerProps) {
  const { place, url, sort, q, type, owner, me, view, rights, heading } = props;
  const folder = useFolder({ place, sort, q, type, owner }, props.first);
  const items = useMemo<readonly Item[]>(() => [...folder.folders, ...folder.files], [folder.folders, folder.files]);
  const order = useMemo(() => items.map(({ _id }) => _id), [items]);
  const selection = useSelection(order);
  const actions = useItemActions(folder);
  const chosen = items.filter(({ _id }) => selection.ids.has(_id));
  const files = items.filter((item): item is FileItem => item.kind === 'file');
  const { opened, open } = useOpenFile(files, props.opened);
  const online = useOnline();
  const where = place.folder?.name ?? place.project?.name ?? 'the organisation’s files';
  const here = { folder_id: place.folder?._id ?? null, project_id: place.project?._id ?? null };
  const upload = useUpload({ place: placeInput(place), where }, (words) => showToast({ kind: 'failure', text: words }));
  const chooser = useRef<HTMLInputElement>(null);
  const region = useRef<HTMLDivElement>(null);
  const rows = useRef<HTMLTableSectionElement & HTMLUListElement>(null);
  const adds = rights.add && online;

  const byId = (id: string) => items.find(({ _id }) => _id === id);
  usePresses(region, { selection, open: (id) => openItem(region.current, byId(id), open) });
  useLasso(region, selection);
  useDrop(region, {
    adds,
    carried: (id) => (selection.ids.has(id) ? chosen : items.filter(({ _id }) => _id === id)),
    onFiles: (dropped, onto) => {
      const target = onto ? byId(onto) : undefined;
      upload.begin(
        dropped,
        target ? { place: { ...placeInput(place), folder_id: target._id }, where: target.name } : undefined,
      );
    },
    onMove: (moved, to, name, project = here.project_id) =>
      void actions.move(moved, { folder_id: to, project_id: project }, name),
  });
  const { drawn } = useFileKeys(region, {
    items,
    total: folder.partial ? folder.folders.length + folder.total : items.length,
    chosen,
    selection,
    actions,
    open,
    paste: rights.add ? () => void actions.paste(here, where) : undefined,
    pasteFiles: adds ? (pasted) => upload.begin(pasted.map((file) => ({ file, folders: [] }))) : undefined,
  });

  const look: Look = {
    items,
    caption: bidi`Files in ${where}`,
    url,
    selection,
    cut: new Set(actions.clipboard?.cut ? actions.clipboard.items.map(({ _id }) => _id) : []),
    moves: rights.add,
    tellsPlace: q !== '',
    projects: props.projects,
    marksAudience: rights.marks,
    renaming: actions.renaming,
    actions,
    open,
    onDrawn: drawn,
    onNear: (last) => {
      if (folder.partial && last > items.length - AHEAD) void folder.more().catch(() => undefined);
    },
  };

  const buttons = (
    <UploadButtons
      adds={rights.add}
      reason={online ? undefined : 'You are offline. Uploads need a connection.'}
      binHref={props.binHref}
      onFiles={(list) => upload.choose(list)}
      onFolder={() => actions.ask({ ask: 'folder' })}
      chooser={chooser}
    />
  );
  const breadcrumb = <Breadcrumb place={place} url={url} client={rights.client} />;
  return (
    <>
      {heading && (
        <ToolbarHead actions={buttons}>
          {heading}
          {breadcrumb}
        </ToolbarHead>
      )}
      <div className="view-frame">
        <Toolbar
          url={url}
          view={view}
          sort={sort}
          narrowed={{ type, q, owner, me, name: ownerName(files, owner) }}
          segments={props.segments}
        >
          {!heading && buttons}
        </Toolbar>
        <div className="lg:grid lg:grid-cols-[220px_minmax(0,1fr)] lg:gap-5">
          <FolderTree place={place} url={url} projects={props.projects} client={rights.client} />
          <div ref={region} data-files className="min-w-0 lg:min-h-[60dvh]">
            {!heading && place.folder && <div className="pb-2">{breadcrumb}</div>}
            {folder.failed && (
              <div className="pb-3">
                <ErrorState
                  title="The files could not be read again"
                  detail="What is shown may be out of date."
                  onRetry={() => void folder.reread()}
                />
              </div>
            )}
            {!place.project && !place.folder && !q && !type && !owner && (
              <ProjectPlaces url={url} projects={props.projects} />
            )}
            {items.length === 0 ? (
              <NothingHere
                {...props}
                narrowed={Boolean(q || type || owner)}
                onUpload={() => chooser.current?.click()}
              />
            ) : view === 'grid' ? (
              <FileGrid look={look} rows={rows} />
            ) : (
              <FileList look={look} rows={rows} />
            )}
            {folder.partial && props.moreHref && (
              <p className="pt-3 text-sm text-text-2">
                {files.length} of {folder.total} files.{' '}
                <a href={props.moreHref} className="rounded-xs text-accent-text hover:underline">
                  Next files
                </a>
              </p>
            )}
            <QuotaLine use={props.use} files={folder.total} />
            <SelectionBar items={chosen} actions={actions} moves={rights.add} onClear={selection.clear} />
            <FileDialogs
              place={place}
              projects={props.projects}
              actions={actions}
              folder={folder}
              files={files}
              opened={opened}
              onOpen={open}
              clashes={upload.clashes}
            />
          </div>
        </div>
      </div>
    </>
  );
}

const ownerName = (files: readonly FileItem[], owner: string): string | undefined =>
  files.find(({ uploaded_by }) => uploaded_by?._id === owner)?.uploaded_by?.name;

/** A folder is a place of its own, behind its link. */
function openItem(region: HTMLElement | null, item: Item | undefined, open: (file: FileItem) => void): void {
  if (item?.kind === 'file') open(item);
  else if (item) region?.querySelector<HTMLElement>(`[data-item="${item._id}"] [data-name]`)?.click();
}
