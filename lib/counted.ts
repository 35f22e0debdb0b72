/** "1 comment", "2 comments"; `many` where that is not the word with an s. Runs anywhere. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
