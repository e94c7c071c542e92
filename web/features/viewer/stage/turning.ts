/** Less than a whole notch, because some wheels tell a little less. */
const notch = 0.9

/**
 * Turns of a wheel as pictures to move by. A touchpad sends many small ones, which count
 * when they add up to a notch. One for each wheel; a change of direction drops the rest.
 */
export function createTurning(): (notches: number) => number {
  let turned = 0
  return (notches) => {
    turned = turned * notches < 0 ? notches : turned + notches
    if (Math.abs(turned) < notch) return 0
    const leaves = Math.sign(turned) * Math.max(1, Math.round(Math.abs(turned)))
    turned = 0
    return leaves
  }
}
