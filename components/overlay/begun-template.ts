type Named = { _id: string; name: string };

/** What the dialogs of templates begin with: where they were asked for. */
export type BegunTemplate = {
  project?: Named;
  words?: string;
  /** The task that what is made stands below. */
  parent?: { _id: string; key: string; title: string };
};

let begun: BegunTemplate = {};

export const beginTemplateWith = (given: BegunTemplate) => {
  begun = given;
};

/** Once: what opens next begins anew. */
export function begunTemplate(): BegunTemplate {
  const given = begun;
  begun = {};
  return given;
}
