/**
 * The room of a table, for the element that holds it and what stands above it: where it is narrower than the table needs, the
 * `table:` variant (base.css) does not apply and the rows are cards. The walk through all widths
 * (tests/e2e/widths.test.ts) shows that each is enough for its tables.
 */
export const tableRoom = {
  /** From 36rem (576 px): three columns. */
  small: '@container/table-small',
  /** From 42rem (672 px, what a tablet has beside the menu): five columns, one button. */
  medium: '@container/table-medium',
  /** From 52rem (832 px, what is left beside a rail of icons): five columns, one of them a control. */
  broad: '@container/table-broad',
  /** From 56rem (896 px): six columns, two or three buttons. */
  large: '@container/table-large',
  /** From 66rem (1056 px, what a large screen has beside the menu): nine columns, five of them numbers and a date; or people with all that can be done. */
  wide: '@container/table-wide',
} as const
