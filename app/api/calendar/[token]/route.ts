import { feedAnswer } from '@/lib/api/calendar-feed';

/** The private address of a calendar: whoever has it reads, and once it is revoked nobody does. */
export const GET = async (request: Request, { params }: { params: Promise<{ token: string }> }): Promise<Response> =>
  feedAnswer(request, (await params).token);
