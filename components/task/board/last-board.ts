import { keepCookie } from '@/components/viewer/keep-cookie';

export const BOARD_COOKIE = 'last-board';

export const keepLastBoard = (projectKey: string): void => keepCookie(BOARD_COOKIE, projectKey);
