import 'server-only';
import { Prisma } from '@/prisma/client/client';

/**
 * Pieces of SQL that queries put together: text from templates, values always as parameters. For lists whose order and
 * filters differ from call to call; nothing a caller sends can become text.
 */
export const { sql, join, empty } = Prisma;
export type Sql = Prisma.Sql;
