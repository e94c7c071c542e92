/** Repeatable randomness: equal seed and name always give the same sequence. */
export type Random = {
  /** At least 0, below 1. */
  next(): number
  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number
  pick<Item>(items: readonly Item[]): Item
  chance(probability: number): boolean
  shuffled<Item>(items: readonly Item[]): Item[]
  uuid(): string
}

/** `name` separates a seed's sequences, so that one more patient does not change every appointment. */
export function createRandom(seed: number, name: string): Random {
  const next = mulberry32(seed ^ hash(name))
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    whole,
    pick(items) {
      const item = items[whole(0, items.length - 1)]
      if (item === undefined) throw new RangeError('nothing to pick from')
      return item
    },
    chance: (probability) => next() < probability,
    shuffled(items) {
      const drawn = items.map((item) => ({ item, place: next() }))
      return drawn.sort((a, b) => a.place - b.place).map(({ item }) => item)
    },
    uuid() {
      const hex = Array.from({ length: 32 }, () => whole(0, 15).toString(16))
      hex[12] = '4'
      hex[16] = '89ab'.charAt(whole(0, 3))
      const text = hex.join('')
      return [
        text.slice(0, 8),
        text.slice(8, 12),
        text.slice(12, 16),
        text.slice(16, 20),
        text.slice(20),
      ].join('-')
    },
  }
}

/** Tommy Ettinger's public-domain generator: 32 bits of state, enough for invented people. */
function mulberry32(state: number): () => number {
  let current = state >>> 0
  return () => {
    current = (current + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(current ^ (current >>> 15), current | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** FNV-1a */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const letter of text) value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return value >>> 0
}
