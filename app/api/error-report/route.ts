import { receiveErrorReport } from '@/lib/error-report';

/** Errors that browsers met. No endpoint of the table: it belongs to the pages, and is no part of the wire contract. */
export const dynamic = 'force-dynamic';
export const POST = (request: Request) => receiveErrorReport(request);
