import { describe, expect, it } from 'vitest';
import { loginUrl } from './session-expiry';

describe('where a lost session leads', () => {
  it('goes to the login of the organisation in the URL, and back', () => {
    expect(loginUrl('/acme/task?view=board', 'globex')).toBe('/acme/login?next=%2Facme%2Ftask%3Fview%3Dboard');
  });

  it('stays on the subdomain, whose URLs name no organisation', () => {
    expect(loginUrl('/taskpage?task=WEB-1', 'acme')).toBe('/login?next=%2Ftaskpage%3Ftask%3DWEB-1');
  });

  it('uses the remembered organisation elsewhere, and asks for one if none is remembered', () => {
    expect(loginUrl('/profile', 'acme')).toBe('/acme/login?next=%2Fprofile');
    expect(loginUrl('/profile', null)).toBe('/already_registered?next=%2Fprofile');
  });
});
