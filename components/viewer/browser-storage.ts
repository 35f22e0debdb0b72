/**
 * What the browser keeps of the session for the first paint and for the landing page's Login button (specification 3).
 * The token is never among it: scripts cannot read it.
 */
type Kept = {
  user: { _id: string; name: string; role: string; pic: string | null };
  organisation: { organisation_name: string; sub_domain: string };
  email: string;
};

/** Who was signed in here last and has not logged out; kept when the session ends by itself, for the login to say so. */
type LastSession = { email: string; member: string; organisation: string };

const USER = 'user';
const COMPANY = 'company';
const ORGANISATION = 'organisation';
const SESSION = 'guildhall-session';

/** Keeps user, organisation key and organisation. A browser that refuses storage works without. */
export function keepSignedIn({ user, organisation, email }: Kept): void {
  try {
    localStorage.setItem(USER, JSON.stringify(user));
    localStorage.setItem(COMPANY, organisation.sub_domain);
    localStorage.setItem(ORGANISATION, JSON.stringify(organisation));
    const last: LastSession = { email, member: user._id, organisation: organisation.sub_domain };
    localStorage.setItem(SESSION, JSON.stringify(last));
  } catch {
    // Private windows may refuse; nothing depends on it.
  }
}

/** Removes user, token and organisation; the organisation key stays, so that Login leads back to its login. */
export function forgetSignedIn(): void {
  forget(USER, 'token', ORGANISATION, SESSION);
}

/** The session ended by itself: what it was is still said on the login page. */
export function forgetExpired(): void {
  forget(USER, 'token', ORGANISATION);
}

/** Whose session in this organisation ended without a logout, in this browser; null if nobody's did. */
export function endedSession(orgKey: string): LastSession | null {
  try {
    const last = JSON.parse(localStorage.getItem(SESSION) ?? 'null') as Partial<LastSession> | null;
    return last?.organisation === orgKey && last.email && last.member ? (last as LastSession) : null;
  } catch {
    return null;
  }
}

/** Who is signed in here, or whose session ended by itself; null after a logout. */
export function lastMember(): string | null {
  try {
    return (JSON.parse(localStorage.getItem(SESSION) ?? 'null') as Partial<LastSession> | null)?.member ?? null;
  } catch {
    return null;
  }
}

function forget(...names: string[]): void {
  try {
    for (const name of names) localStorage.removeItem(name);
  } catch {
    // See above.
  }
}
