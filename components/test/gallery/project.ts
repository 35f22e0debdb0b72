/** The project that parts show unless they say another. */
export const PROJECT = { _id: 'p-web', key: 'WEB', name: 'Website relaunch', tint: 'c1' } as const;
export const OTHER_PROJECT = { _id: 'p-app', key: 'APP', name: 'Loyalty app', tint: 'c2' } as const;
