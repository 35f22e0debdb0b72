import { ROLES, type Role } from './schema';

/** Rulings 10: admin > subadmin > team_leader > user > client = observer. */
const RANK: Record<Role, number> = { admin: 5, subadmin: 4, team_leader: 3, user: 2, client: 1, observer: 1 };

/** Rule 1: nobody grants, edits or removes a role that is not below their own; admins may change all. */
export const outranks = (own: Role, other: Role): boolean => own === 'admin' || RANK[own] > RANK[other];

/** Highest first. */
export const ROLES_BY_RANK: readonly Role[] = ROLES;
