let atService = false;

/** Whether files go from the browser to UploadThing; the page says so (`TrayHost`). */
export const isAtService = (): boolean => atService;

export const setAtService = (value: boolean): void => {
  atService = value;
};
