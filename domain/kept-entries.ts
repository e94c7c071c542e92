/** Entries of the browser's storage that stay when somebody signs out: they say nothing about anybody. */
export const keptEntries = {
  /** The message that the next page shows. */
  toast: 'toast',
  /** The paper that this device's printer holds. */
  paper: 'paper',
} as const
