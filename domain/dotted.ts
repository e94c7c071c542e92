/** 'Tomografías · Dr. Ruiz': parts of a line, without those that are missing. A line may break after a dot, never before one. */
export function dotted(parts: readonly (string | null | undefined | false)[]): string {
  return parts.filter(Boolean).join('\u00a0· ')
}
