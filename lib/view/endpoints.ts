import 'server-only';
import { command, create, defineEndpoints, list, query } from '@/lib/contract/endpoint';
import { createView, deleteView, editView } from '@/lib/view/commands';
import { getView, listViews } from '@/lib/view/queries';
import { CreateView, EditView, ListViews, ViewRecord, ViewReference } from '@/lib/view/schema';

export const viewEndpoints = defineEndpoints({
  'GET viewList': list(
    ListViews,
    ViewRecord,
    'view.keep',
    listViews,
    'Saved views of a project, or of all projects: one’s own and those that are shared',
  ),
  'POST view': create(CreateView, ViewRecord, 'view.keep', createView, 'Saves a view'),
  'GET view/{id}': query(ViewReference, ViewRecord, 'view.keep', getView, 'One saved view'),
  'PATCH view/{id}': command(
    EditView,
    ViewRecord,
    'view.keep',
    editView,
    'Changes, shares or moves a saved view. 409 with the current one if `version` is stale',
  ),
  'DELETE view/{id}': command(ViewReference, ViewRecord, 'view.keep', deleteView, 'Deletes a saved view'),
});
