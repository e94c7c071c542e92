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

/**
 * The text of an element's bytes, `characterSet` being the value of (0008,0005). Without one, and where Latin 1 or UTF-8 is stated
 * of what is none: UTF-8 where it is that, code page 850 where it must be, else Latin 1 (docs/product/files.md).
 */
export function decodeText(bytes: Uint8Array, characterSet: string | undefined): string {
  const terms = (characterSet ?? '').split('\\').map((term) => term.trim())
  const label = labelOf(terms[0] ?? '')
  if (bytes.includes(escapeByte)) return decodeEscaped(bytes, label ?? 'iso-8859-1')
  return !label || oftenWrong.has(label)
    ? decodeByContent(bytes, label)
    : new TextDecoder(label).decode(bytes)
}

function labelOf(term: string): string | undefined {
  if (/^(GB18030|GBK)$/i.test(term)) return term.toLowerCase()
  const label = singleByte[/(\d+)$/.exec(term)?.[1] ?? '']
  // Files that say nothing or ASCII and mean something else are common.
  return label === 'us-ascii' ? undefined : label
}

/** Programs state these and write something else. */
const oftenWrong = new Set(['iso-8859-1', 'iso-8859-15', 'utf-8'])

function decodeByContent(bytes: Uint8Array, stated = 'iso-8859-1'): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return codePage850(bytes) ?? new TextDecoder(stated === 'utf-8' ? 'iso-8859-1' : stated).decode(bytes)
  }
}

/** Letters of Spanish in code page 850, which programs of MS-DOS descent write without a word; the lower ones are those of 437, too. */
const spanish850: Record<number, string> = {
  129: 'ü',
  130: 'é',
  144: 'É',
  154: 'Ü',
  160: 'á',
  161: 'í',
  162: 'ó',
  163: 'ú',
  164: 'ñ',
  165: 'Ñ',
  181: 'Á',
  214: 'Í',
  224: 'Ó',
  233: 'Ú',
}
/** What no Latin 1 has within a word: its controls and signs. A hard space and 'µ' only between letters of one case. */
const onlyIn850 =
  /[A-Za-z][\x81\x82\x90\x9a\xa1-\xa5]|[\x81\x82\x90\x9a\xa1-\xa5][A-Za-z]|[a-z]\xa0[a-z]|[A-Z]\xb5|\xb5[A-Z]{2}/

/** Undefined unless it must be that. */
function codePage850(bytes: Uint8Array): string | undefined {
  const letters = Array.from(bytes, (byte) => (byte < 128 ? String.fromCharCode(byte) : spanish850[byte]))
  if (letters.includes(undefined) || !onlyIn850.test(String.fromCharCode(...bytes))) return undefined
  return letters.join('')
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
