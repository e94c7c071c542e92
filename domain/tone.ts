/** The colour family of a status badge. */
export type Tone = 'orange' | 'green' | 'red' | 'blue' | 'grey'
