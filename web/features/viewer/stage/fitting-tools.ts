/** What is known of a tool where it stands in a row. */
type Placed = { first?: boolean; secondary?: boolean }

/**
 * How many tools stand in a row: those that do not fit go behind 'Más', the secondary ones and the last ones first. `width`, the
 * side of a `button` and the `gap` before a group are in pixels; without a width there is room for all.
 */
export function fittingTools<Tool extends Placed>(
  tools: readonly Tool[],
  { width, button, gap }: { width: number; button: number; gap: number },
): { row: Tool[]; more: Tool[] } {
  const taken = ({ first }: Placed) => button + (first ? gap : 0)
  const sum = (some: readonly Placed[]) => some.reduce((total, tool) => total + taken(tool), 0)
  if (width === 0 || sum(tools) <= width) return { row: [...tools], more: [] }
  let room = width - button
  const row = new Set<Tool>()
  const isSecondary = (tool: Tool) => tool.secondary === true
  for (const tool of [...tools.filter((one) => !isSecondary(one)), ...tools.filter(isSecondary)]) {
    room -= taken(tool)
    if (room < 0) break
    row.add(tool)
  }
  return { row: tools.filter((tool) => row.has(tool)), more: tools.filter((tool) => !row.has(tool)) }
}
