import { BinPage } from '@/components/file/bin/bin-page';
import { FileManager } from '@/components/file/file-manager';
import { PageTitle } from '@/components/page/page-title';
import { addressWith, textOf } from '@/components/page/search-params';
import { bidi } from '@/lib/bidi';
import { listFileBin } from '@/lib/folder/queries.bin';
import { ListFileBin } from '@/lib/folder/schema';
import { orgPage, parse } from '@/lib/session/transport';
import { organisationLinks } from '@/lib/tenant/organisation-links';
import { managerKey, readManager } from './read-manager';

export default async function FilePage({ params, searchParams }: PageProps<'/[orgKey]/file_manager'>) {
  const { orgKey } = await params;
  const hrefTo = await organisationLinks(orgKey);
  const search = await searchParams;
  const url = { path: hrefTo('file_manager'), search, tab: false };
  if (textOf(search, 'view') === 'bin') {
    const docs = await orgPage(orgKey, 'file.edit', async (ctx) => {
      const { docs } = await listFileBin(ctx, parse(ListFileBin, { limit: 200 }));
      return docs;
    });
    return <BinPage docs={docs} back={addressWith(url.path, search, { view: null, project: null })} now={Date.now()} />;
  }
  const manager = await orgPage(orgKey, 'file.view', (ctx) => readManager(ctx, { url }));
  const { folder, project } = manager.place;
  const name = folder?.name ?? (project ? bidi`Files of ${project.name}` : 'File');
  return (
    <>
      <PageTitle>{manager.view === 'grid' ? bidi`${name}, as a grid` : name}</PageTitle>
      <FileManager key={managerKey(manager)} {...manager} heading={<h1>File</h1>} />
    </>
  );
}
