const invisible =
  /(\p{Extended_Pictographic}[\u{1f3fb}-\u{1f3ff}]?\ufe0f?\u200d?|[\t\n\r])|[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu

/**
 * A text without what nobody can see in it: directional marks, joiners and spaces without width, soft hyphens, control characters.
 * They come along when something is copied from a message or a PDF. What joins signs to one picture stays.
 */
export function visible(text: string): string {
  return text.replace(invisible, '$1')
}
