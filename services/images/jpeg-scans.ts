const SOS = 0xda
const EOI = 0xd9

/** Stuffed bytes, fill bytes and restart markers do not begin a segment. */
const isWithinScan = (code: number): boolean =>
  code === 0x00 || code === 0x01 || code === 0xff || (code >= 0xd0 && code <= 0xd7)

/** Answers -1 at the end. */
function nextSegment(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const code = bytes[at + 1]
    if (code === undefined) return -1
    if (!isWithinScan(code)) return at
  }
  return -1
}

/** Counts up to `max`. Stops at the end of the picture, because cameras append other pictures. */
export function countScans(bytes: Buffer, max: number): number {
  let count = 0
  let at = nextSegment(bytes, 2)
  while (at >= 0 && at + 4 <= bytes.length && count < max) {
    const code = bytes[at + 1]
    if (code === EOI) return count
    if (code === SOS) count += 1
    at = nextSegment(bytes, at + 2 + bytes.readUInt16BE(at + 2))
  }
  return count
}
