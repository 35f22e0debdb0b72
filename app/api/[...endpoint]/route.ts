import { callApi } from '@/lib/api/call';
import { table } from '@/lib/api/table';

/** Every endpoint of the table, one transport. `Task` and `task/{id}` differ by case, so none has a folder of its own. */
const handle = async (request: Request, { params }: { params: Promise<{ endpoint: string[] }> }) =>
  callApi(table, request, (await params).endpoint.join('/'));

export { handle as GET, handle as POST, handle as PUT, handle as PATCH, handle as DELETE, handle as OPTIONS };
