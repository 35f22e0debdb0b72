export const COMPLETED_COOKIE = 'board-completed';

export const showsAllCompleted = (value: string | undefined): boolean => value === 'all';
