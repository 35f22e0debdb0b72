import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { channelsOf, useLive } from './live-provider';

it.each([
  ['user', 'private-org-o', ''],
  ['client', null, '-client'],
])('a %s hears the channels of its own pages', (role, organisation, ending) => {
  const { project, ...named } = channelsOf('o', 'm', role, ['1', '2']);
  const projects = ['1', '2'].map((id) => `private-project-${id}${ending}`);
  expect(named).toEqual({ organisation, member: 'private-user-m', projects });
  expect(project('3')).toBe(`private-project-3${ending}`);
});

const Outside = () => useLive().state;

it('live updates cannot be used outside of their provider', () => {
  expect(() => renderToStaticMarkup(<Outside />)).toThrow('LiveProvider');
});
