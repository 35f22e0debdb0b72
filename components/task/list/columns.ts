/**
 * Container widths at which columns fold: project, then priority, then all but the title, which keeps 220 px and gets a
 * second line. Without groups the status has a column, so it happens earlier.
 */
export const COLUMNS = {
  grouped: {
    project: '@max-[980px]/tasks:hidden',
    priority: '@max-[820px]/tasks:hidden',
    oneLine: '@max-[720px]/tasks:hidden',
    twoLines: '@min-[720px]/tasks:hidden',
    head: '@max-[720px]/tasks:sr-only',
    row: '@max-[720px]/tasks:h-14',
  },
  flat: {
    project: '@max-[1080px]/tasks:hidden',
    priority: '@max-[920px]/tasks:hidden',
    oneLine: '@max-[820px]/tasks:hidden',
    twoLines: '@min-[820px]/tasks:hidden',
    head: '@max-[820px]/tasks:sr-only',
    row: '@max-[820px]/tasks:h-14',
  },
} as const;

export const PEOPLE = { column: '@max-[440px]/tasks:hidden', line: '@min-[440px]/tasks:hidden' } as const;

/** Words beside the title that a narrower table leaves out. */
export const WORDS = { client: '@max-[1120px]/tasks:hidden', parent: '@max-[1300px]/tasks:hidden' } as const;
