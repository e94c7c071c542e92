/** Less than a whole notch, because some wheels tell a little less. */
const notch = 0.9

/**
 * Turns of a wheel as pictures to leaf on: a touchpad tells many small ones, which count once they are a notch together. One for each wheel; what was
 * left of the other direction is forgotten.
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
