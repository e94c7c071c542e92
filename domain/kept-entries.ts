/** Browser storage entries that survive signing out: they contain nothing personal. */
export const keptEntries = {
  /** The message that the next page shows. */
  toast: 'toast',
  /** The paper size in this device's printer. */
  paper: 'paper',
  /** Whether this device loads no more than it must. */
  saving: 'saving',
  /** The portal's theme on this device; without it the system decides. Also named in web/public/theme.js. */
  theme: 'theme',
  /** The clinic's name and mark, which the portal shows before it has read them. */
  clinic: 'clinic',
} as const
