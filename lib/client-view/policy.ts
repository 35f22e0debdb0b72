/** Who looks as a client. Runs anywhere. */
import { type Actor, may, mayEver } from '@/lib/permission/policy';

/** Somebody. */
export const canLookAsClients = (actor: Pick<Actor, 'role'>): boolean => mayEver(actor, 'client.view_as');
/** The clients of this project; the database asks again, of all that the client is in. */
export const canViewClientsOf = (actor: Actor, { leaderId }: { leaderId: string | null }): boolean =>
  may(actor, 'client.view_as', { leaderId });
