import { chatOpeningRoute } from '@/lib/session/chat-opening';

/** `/embed/chat?token=…` is answered here: the token is used up before anything of the page runs. */
export const GET = (request: Request) => chatOpeningRoute(request);
