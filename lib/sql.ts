import 'server-only';
import { formatsFor, type Reader } from '@/lib/formats';
import { Prisma } from '@/prisma/client/client';

/** What a query needs; lives no longer than its transaction. */
export type Db = Prisma.TransactionClient;

/**
 * Pieces of SQL that queries put together: text from templates, values always as parameters. For lists whose order and
 * filters differ from call to call; nothing a caller sends can become text.
 */
export const { sql, join, empty } = Prisma;
export type Sql = Prisma.Sql;

/** The calendar day where the caller is: what "overdue" and "today" are measured by. */
export const todayOf = ({ actor }: { actor: Reader }): Sql => sql`${formatsFor(actor).today()}::date`;
