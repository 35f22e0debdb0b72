import { callApi } from '@/lib/api/call';
import { table } from '@/lib/api/table';

/** Every endpoint of the table, one transport. `Task` and `task/{id}` differ by case, so none has a folder of its own. */
const handle = (request: Request) => {
  // As it was written: an escaped slash is no slash.
  const { pathname } = new URL(request.url);
  return callApi(table, request, pathname.replace(/^\/api\//, ''));
};

export { handle as GET, handle as POST, handle as PUT, handle as PATCH, handle as DELETE, handle as OPTIONS };
