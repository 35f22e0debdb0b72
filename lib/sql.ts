import 'server-only';
import { formatsFor, type Reader } from '@/lib/formats';
import { Prisma } from '@/prisma/client/client';

/** Valid only within its transaction. */
export type Db = Prisma.TransactionClient;

/** For lists with varying order and filters: values are always parameters, so input never becomes SQL text. */
export const { sql, join, empty } = Prisma;
export type Sql = Prisma.Sql;

export const todayOf = ({ actor }: { actor: Reader }): Sql => sql`${formatsFor(actor).today()}::date`;
