const constants = {
  a: 2446, // 0.298631336 * 2^13, and so on
  b: 4433,
  c: 6270,
  d: 7373,
  e: 9633,
  f: 12299,
  g: 15137,
  h: 16069,
  i: 16819,
  j: 20995,
  k: 25172,
  l: 3196,
}

/**
 * Exact integer inverse DCT of 64 dequantized coefficients in natural order, by rows and columns with 13-bit constants (Loeffler,
 * Ligtenberg and Moschytz 1989: 12 multiplications each), in place; results without the level shift.
 * 12-bit streams keep one bit between the passes instead of two, so that 32 bits suffice.
 */
export function inverseDct(block: Int32Array, precision: number): void {
  const kept = precision > 8 ? 1 : 2
  for (let column = 0; column < 8; column++) pass(block, column, 8, 13 - kept)
  for (let row = 0; row < 64; row += 8) pass(block, row, 1, 13 + kept + 3)
}

function pass(block: Int32Array, from: number, step: number, shift: number): void {
  const s = (index: number) => block[from + index * step] ?? 0
  const half = 1 << (shift - 1)

  const z = (s(2) + s(6)) * constants.b
  const even2 = z - s(6) * constants.g
  const even3 = z + s(2) * constants.c
  const even0 = (s(0) + s(4)) * 8192
  const even1 = (s(0) - s(4)) * 8192
  const e0 = even0 + even3
  const e3 = even0 - even3
  const e1 = even1 + even2
  const e2 = even1 - even2

  const [s1, s3, s5, s7] = [s(1), s(3), s(5), s(7)]
  const turn = (s7 + s3 + s5 + s1) * constants.e
  const z1 = -(s7 + s1) * constants.d
  const z2 = -(s5 + s3) * constants.j
  const z3 = turn - (s7 + s3) * constants.h
  const z4 = turn - (s5 + s1) * constants.l
  const o0 = s7 * constants.a + z1 + z3
  const o1 = s5 * constants.i + z2 + z4
  const o2 = s3 * constants.k + z2 + z3
  const o3 = s1 * constants.f + z1 + z4

  block[from] = (e0 + o3 + half) >> shift
  block[from + 7 * step] = (e0 - o3 + half) >> shift
  block[from + step] = (e1 + o2 + half) >> shift
  block[from + 6 * step] = (e1 - o2 + half) >> shift
  block[from + 2 * step] = (e2 + o1 + half) >> shift
  block[from + 5 * step] = (e2 - o1 + half) >> shift
  block[from + 3 * step] = (e3 + o0 + half) >> shift
  block[from + 4 * step] = (e3 - o0 + half) >> shift
}
