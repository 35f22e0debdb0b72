/** Answers by seat that many endpoints have in common. */

export const SEATS = ['admin', 'subadmin', 'leader', 'user', 'client', 'observer', 'outsider', 'foreign'] as const;

export const EVERYBODY = [200, 200, 200, 200, 200, 200, 200, 200];
/** Everybody who sees the project. */
export const SEEN = [200, 200, 200, 200, 200, 200, 404, 404];
/** Those who lead it, or every project. */
export const LED = [200, 200, 200, 403, 403, 403, 404, 404];
/** Its team, where the user has a hand in the record. */
export const TEAM = [200, 200, 200, 200, 403, 403, 404, 404];
/** Who adds what is their own; an observer only reads. */
const ADDED = [201, 201, 201, 201, 201, 403, 404, 404];
/** Those who manage people below them, and those whom only an admin does. */
export const MANAGED = [200, 200, 403, 403, 403, 403, 403, 404];
/** One's own organisation, by its admins alone. */
export const GOVERNED = [200, 403, 403, 403, 403, 403, 403, 200];
export const ADMINS_OWN = [200, 403, 403, 403, 403, 403, 403, 404];

export const ADMINS_ALONE = [200, 404, 404, 404, 404, 404, 404, 404];

export const LEADERS_OWN = [404, 404, 200, 404, 404, 404, 404, 404];

/** Time and labels. */
export const ROWS_OF_TASKS: Record<string, number[]> = {
  'POST moveSubtask': TEAM,
  'GET labelList': EVERYBODY,
  'POST label': [201, 201, 201, 403, 403, 403, 403, 201],
  'PATCH label/{id}': [200, 200, 403, 403, 403, 403, 403, 404],
  'DELETE label/{id}': [200, 200, 403, 403, 403, 403, 403, 404],
  'POST restoreLabel/{id}': [200, 200, 403, 403, 403, 403, 403, 404],
  'GET workflow': [200, 200, 200, 200, 403, 200, 404, 404],
  'PUT workflow': LED,
  'DELETE workflow': LED,
  'GET ruleList': [200, 200, 200, 200, 403, 200, 200, 200],
  'POST rule': [201, 201, 201, 403, 403, 403, 404, 404],
  'GET rule/{id}': [200, 200, 200, 200, 403, 200, 404, 404],
  'PATCH rule/{id}': LED,
  'DELETE rule/{id}': LED,
  'GET ruleMatches': [200, 200, 200, 200, 403, 200, 404, 404],
  'GET ruleRunList': [200, 200, 200, 200, 403, 200, 404, 404],
  'GET templateList': [200, 200, 200, 200, 403, 200, 200, 200],
  'POST template': [201, 201, 201, 403, 403, 403, 404, 404],
  'GET template/{id}': [200, 200, 200, 200, 403, 200, 404, 404],
  'PATCH template/{id}': LED,
  'DELETE template/{id}': LED,
  'POST useTemplate/{id}': [201, 201, 201, 201, 403, 403, 404, 404],
  'POST useProjectTemplate/{id}': [201, 201, 201, 403, 403, 403, 403, 404],
  'GET timeEntryList': [200, 200, 200, 200, 403, 200, 404, 404],
  'POST timeEntry': [201, 201, 201, 201, 403, 403, 404, 404],
  // One's own alone: it is the user's.
  'PATCH timeEntry/{id}': [403, 403, 403, 200, 403, 403, 404, 404],
  'DELETE timeEntry/{id}': [403, 403, 403, 200, 403, 403, 404, 404],
  'GET timeReport': [200, 200, 200, 200, 403, 200, 200, 200],
  'GET timer': [200, 200, 200, 200, 403, 200, 200, 200],
  'POST timer': TEAM,
  'DELETE timer': [200, 200, 200, 200, 403, 403, 200, 200],
};

/** Folders, files and what people say of them. */
export const ROWS_OF_FILES: Record<string, number[]> = {
  'GET folderList': SEEN,
  'GET folder/{id}': SEEN,
  // At the root of the project, or in folders that it shares, clients add files and folders of their own.
  'POST folder': ADDED,
  'POST copyFile/{id}': ADDED,
  'POST copyFolder/{id}': ADDED,
  'GET fileComments/{id}': SEEN,
  'POST fileComments/{id}': ADDED,
  'DELETE fileComment/{id}': TEAM,
  'POST restoreFileComment/{id}': TEAM,
  'POST addTaskAttachment/{id}': ADDED,
  'POST addProjectAttachment/{id}': ADDED,
  'PATCH folder/{id}': TEAM,
  'DELETE folder/{id}': TEAM,
  'GET fileList': SEEN,
  'GET file/{id}': SEEN,
  'PATCH file/{id}': TEAM,
  'DELETE file/{id}': TEAM,
  'GET fileVersions/{id}': SEEN,
  'GET fileActivity/{id}': SEEN,
  'POST restoreFileVersion/{id}': TEAM,
  'DELETE deleteTaskAttachment/{id}': TEAM,
  'DELETE deleteprojectAttachment/{id}': TEAM,
  // Everybody who may delete files has a bin; what is in it depends on who looks.
  'GET fileBin': [200, 200, 200, 200, 200, 403, 200, 200],
  // The example was deleted by the user; a client finds only what it deleted itself.
  'POST restoreFile': [200, 200, 200, 200, 404, 403, 404, 404],
  'DELETE binnedFile/{id}': [200, 200, 200, 403, 403, 403, 403, 404],
  'GET storageUse': EVERYBODY,
};

/** Seen by the user, the leader and the client who are in the group, and by no admin. */
const IN_GROUP = [404, 404, 200, 200, 200, 404, 404, 404];
const ALONE = [404, 404, 404, 200, 404, 404, 404, 404];

/** The chat. An observer reads rooms of projects, and is in no group. */
export const ROWS_OF_CHAT: Record<string, number[]> = {
  'GET roomList': EVERYBODY,
  // With the leader, whom an outsider and another organisation do not see.
  'POST room': [201, 201, 201, 201, 201, 403, 422, 422],
  'GET room/{id}': IN_GROUP,
  'GET roomMembers/{id}': IN_GROUP,
  'GET roomSize/{id}': IN_GROUP,
  'PATCH room/{id}': IN_GROUP,
  'DELETE room/{id}': [404, 404, 200, 200, 200, 403, 404, 404],
  'POST readRoom': IN_GROUP,
  'GET messageList': IN_GROUP,
  'POST message': [404, 404, 201, 201, 201, 404, 404, 404],
  'GET message/{id}': IN_GROUP,
  'PATCH message/{id}': ALONE,
  'DELETE message/{id}': ALONE,
  'GET messageVersions/{id}': IN_GROUP,
  'POST reaction': IN_GROUP,
  'DELETE reaction': IN_GROUP,
  'POST pinMessage/{id}': IN_GROUP,
  'DELETE pinMessage/{id}': IN_GROUP,
  'GET messageSearch': EVERYBODY,
  'GET unreadRooms': EVERYBODY,
  'POST messageToTask/{id}': [404, 404, 201, 201, 403, 404, 404, 404],
  'POST messageToComment/{id}': [404, 404, 201, 201, 201, 404, 404, 404],
  'GET taskConversation/{id}': SEEN,
  'POST chatUpload': ADDED,
  'GET chatFile/{id}': IN_GROUP,
  'DELETE chatFile/{id}': ALONE,
  'GET chatFileContent/{id}': IN_GROUP,
  'GET chatFileThumbnail/{id}': IN_GROUP,
  'GET chatPeople': EVERYBODY,
  'GET chatProjects': EVERYBODY,
  'GET chatTasks': EVERYBODY,
  'GET presence': EVERYBODY,
  'PUT presence': EVERYBODY,
  'POST typing': [404, 404, 200, 200, 200, 403, 404, 404],
  'POST chatToken': EVERYBODY,
};
