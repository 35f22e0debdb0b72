/** Stands before what was said since one read. */
export const NewLine = () => (
  <p
    data-new
    className="mx-4 my-2 flex items-center gap-2 text-xs font-semibold text-danger-text before:h-px before:flex-1 before:bg-danger after:h-px after:flex-1 after:bg-danger"
  >
    New
  </p>
);
