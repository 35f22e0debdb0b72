import { describe, expect, it } from 'vitest';
import { firstBoard, keptBoard, restoredBoard } from './try-out-tasks';

describe('the try-out board', () => {
  it('is kept in the browser and found again', () => {
    const board = firstBoard('2026-11-19');
    expect(restoredBoard(keptBoard(board))).toEqual(board);
  });

  it('begins anew when what was kept is not a board', () => {
    for (const kept of [null, '', 'x', '{}', '[]', '[1,2,3,4,5]', '[[null],[],[],[],[]]'])
      expect(restoredBoard(kept)).toBeNull();
  });
});
