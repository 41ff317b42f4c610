const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'

/** RFC 4648 without padding, in lower case: mail servers may change the case of an address. */
export function base32(bytes: Buffer): string {
  let [text, rest, bits] = ['', 0, 0]
  for (const byte of bytes) {
    rest = ((rest << 8) | byte) & 0xfff
    for (bits += 8; bits >= 5; bits -= 5) text += ALPHABET[(rest >> (bits - 5)) & 31]
  }
  return bits === 0 ? text : text + ALPHABET[(rest << (5 - bits)) & 31]
}

/** @param length of the bytes that were written; undefined when the text is not of that many bytes */
export function fromBase32(text: string, length: number): Buffer | undefined {
  const digits = Math.ceil((length * 8) / 5)
  if (text.length !== digits || !/^[a-z2-7]+$/i.test(text)) return undefined
  let value = 0n
  for (const digit of text.toLowerCase()) value = (value << 5n) | BigInt(ALPHABET.indexOf(digit))
  const spare = BigInt(digits * 5 - length * 8)
  if ((value & ((1n << spare) - 1n)) !== 0n) return undefined
  return Buffer.from((value >> spare).toString(16).padStart(length * 2, '0'), 'hex')
}
