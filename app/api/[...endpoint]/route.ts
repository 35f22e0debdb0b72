import { offerApi } from '@/lib/api/before-next';
import { isCall, serveApi } from '@/lib/api/serve';

// Next loads all routes when a server starts.
offerApi({ isCall, serve: serveApi });

/** One route for all endpoints: `Task` and `task/{id}` differ only by case, so none has a folder of its own. */
const handle = (request: Request) => {
  // Undecoded: an escaped slash must not separate segments.
  const { pathname } = new URL(request.url);
  return serveApi(request, pathname.replace(/^\/api\//, ''));
};

export { handle as GET, handle as POST, handle as PUT, handle as PATCH, handle as DELETE, handle as OPTIONS };
