import { receiveErrorReport } from '@/lib/error-report';

/** Browser errors. Not in the endpoint table: it is no part of the public API. */
export const dynamic = 'force-dynamic';
export const POST = (request: Request) => receiveErrorReport(request);
