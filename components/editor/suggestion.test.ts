import { describe, expect, it } from 'vitest';
import { peopleLike, tasksLike, triggerAt } from './suggestion';

describe('naming somebody in a comment', () => {
  it('begins with an @ that does not stand within a word', () => {
    expect(triggerAt('Hello @ma', 9)).toEqual({ kind: 'person', from: 6, query: 'ma' });
    expect(triggerAt('@', 1)).toEqual({ kind: 'person', from: 0, query: '' });
    expect(triggerAt('@Maya Li', 8)).toEqual({ kind: 'person', from: 0, query: 'Maya Li' });
    expect(triggerAt('maya@acme', 9)).toBeNull();
  });

  it('ends with the line, or after a few words', () => {
    expect(triggerAt('@Maya\nand', 9)).toBeNull();
    expect(triggerAt('@Maya can you look', 18)).toBeNull();
    expect(triggerAt('nobody', 6)).toBeNull();
  });

  it('looks only before the caret', () => {
    expect(triggerAt('@ma rest', 3)).toEqual({ kind: 'person', from: 0, query: 'ma' });
  });

  it('finds people by any word of their name, and nobody once the name is whole', () => {
    const people = [{ name: 'Maya Lindqvist' }, { name: 'Tomasz Wilk' }];
    expect(peopleLike(people, 'li')).toEqual([people[0]]);
    expect(peopleLike(people, '')).toEqual(people);
    expect(peopleLike(people, 'maya lindqvist')).toEqual([]);
  });
});

describe('naming a task', () => {
  it('needs every word that was written', () => {
    const tasks = [
      { key: 'WEB-1', title: 'Negotiate quietly' },
      { key: 'WEB-2', title: 'Name it' },
    ];
    expect(tasksLike(tasks, 'web-1 NEGO')).toEqual([tasks[0]]);
    expect(tasksLike(tasks, 'n')).toEqual(tasks);
    expect(tasksLike(tasks, 'name quietly')).toEqual([]);
  });

  it.each([
    ['see #we', { kind: 'task', from: 4, query: 'we' }],
    ['#WEB-1', { kind: 'task', from: 0, query: 'WEB-1' }],
    ['#brand assets', { kind: 'task', from: 0, query: 'brand assets' }],
    ['@Maya about #lo', { kind: 'task', from: 12, query: 'lo' }],
    ['#', null],
    ['# Heading', null],
    ['## Heading', null],
    ['a#b', null],
    ['#one two three four five', null],
  ])('%j', (text, trigger) => {
    expect(triggerAt(text, text.length)).toEqual(trigger);
  });
});
