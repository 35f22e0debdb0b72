/**
 * What the browser keeps of the session for the first paint and for the landing page's Login button (specification 3).
 * The token is never among it: scripts cannot read it.
 */
type Kept = {
  user: { _id: string; name: string; role: string; pic: string | null };
  organisation: { organisation_name: string; sub_domain: string };
};

const USER = 'user';
const COMPANY = 'company';
const ORGANISATION = 'organisation';

/** Keeps user, organisation key and organisation. A browser that refuses storage works without. */
export function keepSignedIn({ user, organisation }: Kept): void {
  try {
    localStorage.setItem(USER, JSON.stringify(user));
    localStorage.setItem(COMPANY, organisation.sub_domain);
    localStorage.setItem(ORGANISATION, JSON.stringify(organisation));
  } catch {
    // Private windows may refuse; nothing depends on it.
  }
}

/** Removes user, token and organisation; the organisation key stays, so that Login leads back to its login. */
export function forgetSignedIn(): void {
  try {
    for (const name of [USER, 'token', ORGANISATION]) localStorage.removeItem(name);
  } catch {
    // See above.
  }
}
