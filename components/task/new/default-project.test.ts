import { describe, expect, test } from 'vitest';
import { type CreatableProject, defaultProject, projectGroups, projectKeyIn } from './default-project';

const project = (key: string, status: CreatableProject['status'], updated_at: string): CreatableProject => ({
  _id: `id-${key}`,
  key,
  name: key,
  tint: 'c1',
  status,
  updated_at,
});
const ALL = [
  project('APP', 'completed', '2026-11-20'),
  project('OLD', 'archived', '2026-11-21'),
  project('HOLD', 'on_hold', '2026-11-19'),
  project('SHOP', 'active', '2026-11-01'),
  project('WEB', 'active', '2026-11-10'),
];
const none = { page: null, lastUsed: null };

describe('the project of a new task', () => {
  test('is the page’s, whatever was used last', () => {
    expect(defaultProject(ALL, { page: 'SHOP', lastUsed: 'id-WEB' })?.key).toBe('SHOP');
    expect(defaultProject(ALL, { page: 'id-HOLD', lastUsed: 'id-WEB' })?.key).toBe('HOLD');
  });

  test('is the one used last where the page is about none', () => {
    expect(defaultProject(ALL, { ...none, lastUsed: 'id-SHOP' })?.key).toBe('SHOP');
  });

  test('is the active one that changed last where none was used', () => {
    expect(defaultProject(ALL, none)?.key).toBe('WEB');
  });

  test.each(['APP', 'OLD'])('is never a completed or archived one, such as %s', (key) => {
    expect(defaultProject(ALL, { page: key, lastUsed: null })?.key).toBe('WEB');
    expect(defaultProject(ALL, { page: null, lastUsed: `id-${key}` })?.key).toBe('WEB');
    expect(defaultProject(ALL.slice(0, 2), { page: key, lastUsed: `id-${key}` })).toBeNull();
  });

  test('can be a completed one on purpose, after the others; an archived one never', () => {
    const { open, completed } = projectGroups(ALL);
    expect(open.map(({ key }) => key)).toEqual(['HOLD', 'SHOP', 'WEB']);
    expect(completed.map(({ key }) => key)).toEqual(['APP']);
  });

  test.each([
    ['project=web&tab=board', 'WEB'],
    ['task=WEB-12', 'WEB'],
    ['view=list', null],
  ])('is read from the URL %s', (search, key) => {
    expect(projectKeyIn(new URLSearchParams(search))).toBe(key);
  });
});
