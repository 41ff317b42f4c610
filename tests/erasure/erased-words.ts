/** Encodings of a person's texts in files, for the search after an erasure. */

const BASE64_PAD = [0, 2, 3]

/** Base64 at all three offsets, without the letters that depend on neighbouring bytes. */
function base64Forms(bytes: Buffer): readonly string[] {
  return BASE64_PAD.map((cut, before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    const whole = Math.floor(((before + bytes.length) * 8) / 6)
    return text.slice(cut, whole)
  })
}

const asJson = (word: string): string =>
  JSON.stringify(word)
    .slice(1, -1)
    .replace(/[\u0080-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)

const asQuotedPrintable = (bytes: Buffer): string =>
  [...bytes]
    .map((byte) => (byte < 0x80 ? String.fromCharCode(byte) : `=${byte.toString(16).toUpperCase()}`))
    .join('')

/** Raw bytes, hex and base64. */
export const formsOfBytes = (bytes: Buffer): readonly Buffer[] => [
  bytes,
  ...[bytes.toString('hex'), bytes.toString('hex').toUpperCase(), ...base64Forms(bytes)].map((text) =>
    Buffer.from(text),
  ),
]

/** A word in every encoding that a program may write. */
export function formsOfWord(word: string): readonly Buffer[] {
  const utf8 = Buffer.from(word)
  const forms = [
    ...formsOfBytes(utf8),
    Buffer.from(word, 'utf16le'),
    Buffer.from(word, 'utf16le').swap16(),
    Buffer.from(word, 'latin1'),
    Buffer.from(asJson(word)),
    Buffer.from(asQuotedPrintable(utf8)),
    Buffer.from(encodeURIComponent(word)),
  ]
  return [...new Map(forms.map((form) => [form.toString('hex'), form])).values()]
}

export interface SoughtForm {
  /** Its name in a failure. */
  readonly name: string
  readonly form: Buffer
}

const PREFIXES = 65_536

/** Names of all forms in the bytes. Searches in one pass, because both are many. */
export function formsIn(bytes: Buffer, sought: readonly SoughtForm[]): ReadonlySet<string> {
  const byPrefix: SoughtForm[][] = []
  const isPrefix = new Uint8Array(PREFIXES)
  for (const one of sought) {
    const prefix = one.form.readUInt16LE(0)
    isPrefix[prefix] = 1
    ;(byPrefix[prefix] ??= []).push(one)
  }
  const found = new Set<string>()
  let prefix = 0
  for (let at = 0; at < bytes.length; at += 1) {
    prefix = (prefix >> 8) | (bytes[at]! << 8)
    if (isPrefix[prefix] === 0) continue
    for (const { name, form } of byPrefix[prefix]!)
      if (form.equals(bytes.subarray(at - 1, at - 1 + form.length))) found.add(name)
  }
  return found
}
