import { keepCookie } from '@/components/viewer/keep-cookie';

/** Whether boards show all that is completed. */
export const COMPLETED_COOKIE = 'board-completed';

/** Reads the cookie's value. */
export const showsAllCompleted = (value: string | undefined): boolean => value === 'all';

export const keepShowsCompleted = (all: boolean): void => keepCookie(COMPLETED_COOKIE, all ? 'all' : 'recent');
