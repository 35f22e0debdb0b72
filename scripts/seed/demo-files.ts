import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nameKey, nameOrder } from '../../lib/file/vocabulary';
import { type Storage, storedAs } from '../../lib/storage/storage';
import type { DemoFile, DemoFolder, DemoOrganisation } from './demo-data';
import { hoursBefore, type Row, seedId } from './rows';

export type FileRows = Record<'file_content' | 'folder' | 'file' | 'file_version', Row[]>;

/** Stores the bytes and makes the rows that name them. */
export async function addFiles(
  rows: FileRows,
  organisation: DemoOrganisation,
  { storage, now }: { storage: Storage; now: Date },
): Promise<void> {
  const orgId = seedId(organisation.key);
  for (const folder of organisation.folders) rows.folder.push(folderRow(organisation, folder, now));
  const place = await mkdtemp(join(tmpdir(), 'guildhall-demo-'));
  try {
    for (const file of organisation.files) {
      const contents = [];
      for (const [at, make] of file.versions.entries()) {
        const bytes = await make();
        const id = seedId(`${organisation.key} content of ${pathOf(file)} ${at + 1}`);
        const path = join(place, id);
        await writeFile(path, bytes);
        const { length: size } = bytes;
        const { type } = file;
        const content = { size, type, sha256: createHash('sha256').update(bytes).digest('hex') };
        const storage_key = await storage.put({ folder: orgId, id, name: file.name }, { path, size, type });
        rows.file_content.push({
          id,
          org_id: orgId,
          ...content,
          storage_key,
          stored_in: storage.kind,
          stored_as: storedAs(storage.kind, file.name),
          created_at: hoursBefore(now, file.hoursAgo),
        });
        contents.push({ content_id: id, ...content });
      }
      addFile(rows, organisation, file, contents, now);
    }
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

const pathOf = ({ project, folder, task, name }: DemoFile) => [project, folder, task, name].join('/');
const names = (name: string) => ({ name, name_key: nameKey(name), name_order: nameOrder(name) });
const folderId = (org: string, project: string | null, path: string) => seedId(`${org} folder ${project} ${path}`);

function placeOf({ key: org }: DemoOrganisation, project: string | null) {
  const orgId = seedId(org);
  const projectId = project && seedId(`${org} ${project}`);
  return { org_id: orgId, space_id: projectId ?? orgId, project_id: projectId };
}

function folderRow(
  organisation: DemoOrganisation,
  { project, path, by, client, hoursAgo }: DemoFolder,
  now: Date,
): Row {
  const { key } = organisation;
  const parts = path.split('/');
  const above = parts.slice(0, -1).join('/');
  const made = hoursBefore(now, hoursAgo);
  return {
    id: folderId(key, project, path),
    ...placeOf(organisation, project),
    parent_id: above ? folderId(key, project, above) : null,
    ...names(parts.at(-1) as string),
    audience: client ? 'client' : 'internal',
    depth: parts.length,
    created_by_id: seedId(`${key}.${by}`),
    created_at: made,
    updated_at: made,
    version: 1,
  };
}

function addFile(rows: FileRows, organisation: DemoOrganisation, file: DemoFile, contents: Row[], now: Date): void {
  const { key } = organisation;
  const id = seedId(`${key} file ${pathOf(file)}`);
  const by = seedId(`${key}.${file.by}`);
  const made = hoursBefore(now, file.hoursAgo);
  const changed = hoursBefore(now, file.hoursAgo / contents.length);
  rows.file.push({
    id,
    ...placeOf(organisation, file.project),
    folder_id: file.folder ? folderId(key, file.project, file.folder) : null,
    task_id: file.task ? seedId(`${key} ${file.task}`) : null,
    comment_id: file.comment === undefined ? null : seedId(`${key} ${file.task} comment ${file.comment}`),
    ...names(file.name),
    audience: file.client ? 'client' : 'internal',
    version_number: contents.length,
    ...contents.at(-1),
    uploaded_by_id: by,
    created_at: made,
    updated_at: changed,
    version: contents.length,
  });
  for (const [at, content] of contents.entries())
    rows.file_version.push({
      org_id: seedId(key),
      file_id: id,
      version_number: at + 1,
      ...content,
      uploaded_by_id: by,
      created_at: at ? changed : made,
    });
}
