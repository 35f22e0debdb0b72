import { answerOfLink, pageOfLink } from '@/lib/api/answer-link';

type Given = { params: Promise<{ token: string }> };

/** A mail program that follows the link answers nothing. */
export const GET = async (_request: Request, { params }: Given): Promise<Response> => pageOfLink((await params).token);

/** The page's button. */
export const POST = async (request: Request, { params }: Given): Promise<Response> =>
  answerOfLink(request, (await params).token);
