/** What each defined term of (0008,0005) is called by TextDecoder (PS3.3 C.12.1.1.2); the number is the term's last one. */
const singleByte: Record<string, string> = {
  '6': 'us-ascii',
  '13': 'shift_jis',
  '100': 'iso-8859-1',
  '101': 'iso-8859-2',
  '109': 'iso-8859-3',
  '110': 'iso-8859-4',
  '126': 'iso-8859-7',
  '127': 'iso-8859-6',
  '138': 'iso-8859-8',
  '144': 'iso-8859-5',
  '148': 'iso-8859-9',
  '166': 'windows-874',
  '192': 'utf-8',
  '203': 'iso-8859-15',
}

/** Escape sequences of ISO 2022 without ESC (PS3.3 C.12.1.1.2, tables C.12-3 and C.12-4) and what they select. */
const escapes: Record<string, { low?: 'single' | 'jis0208' | 'jis0212'; high?: string }> = {
  '(B': { low: 'single' },
  '(J': { low: 'single' },
  ')I': { high: 'shift_jis' },
  '-A': { high: 'iso-8859-1' },
  '-B': { high: 'iso-8859-2' },
  '-C': { high: 'iso-8859-3' },
  '-D': { high: 'iso-8859-4' },
  '-F': { high: 'iso-8859-7' },
  '-G': { high: 'iso-8859-6' },
  '-H': { high: 'iso-8859-8' },
  '-L': { high: 'iso-8859-5' },
  '-M': { high: 'iso-8859-9' },
  '-T': { high: 'windows-874' },
  '-b': { high: 'iso-8859-15' },
  $B: { low: 'jis0208' },
  '$(D': { low: 'jis0212' },
  '$)A': { high: 'gbk' },
  '$)C': { high: 'euc-kr' },
}

const escapeByte = 0x1b

/** The text of an element's bytes, `characterSet` being the value of (0008,0005); without one, UTF-8 where it is that, else Latin 1. */
export function decodeText(bytes: Uint8Array, characterSet: string | undefined): string {
  const terms = (characterSet ?? '').split('\\').map((term) => term.trim())
  const label = labelOf(terms[0] ?? '')
  if (bytes.includes(escapeByte)) return decodeEscaped(bytes, label ?? 'iso-8859-1')
  return label ? new TextDecoder(label).decode(bytes) : decodeUnstated(bytes)
}

function labelOf(term: string): string | undefined {
  if (/^(GB18030|GBK)$/i.test(term)) return term.toLowerCase()
  const label = singleByte[/(\d+)$/.exec(term)?.[1] ?? '']
  // Files that say nothing or ASCII and mean something else are common.
  return label === 'us-ascii' ? undefined : label
}

function decodeUnstated(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('iso-8859-1').decode(bytes)
  }
}

function decodeEscaped(bytes: Uint8Array, first: string): string {
  let low: 'single' | 'jis0208' | 'jis0212' = 'single'
  let high = first
  let text = ''
  let at = 0
  while (at < bytes.length) {
    if (bytes[at] === escapeByte) {
      const length = bytes[at + 1] === 0x24 && bytes[at + 2] !== 0x42 ? 3 : 2
      const chosen = escapes[String.fromCharCode(...bytes.subarray(at + 1, at + 1 + length))]
      low = chosen?.low ?? low
      high = chosen?.high ?? high
      at += 1 + length
      continue
    }
    let end = at
    while (
      end < bytes.length &&
      bytes[end] !== escapeByte &&
      !(end > at && low === 'single' && isDelimiter(bytes[end - 1]))
    )
      end++
    const run = bytes.subarray(at, end)
    text += low === 'single' ? new TextDecoder(high).decode(run) : decodeJapanese(run, low)
    // After a delimiter the first character set is selected again (PS3.5 6.1.2.5.3).
    if (low === 'single' && isDelimiter(bytes[end - 1])) high = first
    at = end
  }
  return text
}

function isDelimiter(byte: number | undefined): boolean {
  return byte === 0x5e || byte === 0x3d || byte === 0x5c || byte === 0x0a || byte === 0x0d
}

/** EUC-JP is the same two tables with the top bits set, JIS X 0212 behind an 8F. */
function decodeJapanese(run: Uint8Array, set: 'jis0208' | 'jis0212'): string {
  const euc: number[] = []
  for (let at = 0; at + 1 < run.length; at += 2) {
    if (set === 'jis0212') euc.push(0x8f)
    euc.push((run[at] ?? 0) | 0x80, (run[at + 1] ?? 0) | 0x80)
  }
  return new TextDecoder('euc-jp').decode(new Uint8Array(euc))
}
