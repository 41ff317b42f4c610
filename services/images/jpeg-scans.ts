const SOS = 0xda
const EOI = 0xd9

/** Stuffed bytes, fill bytes and restarts stand within a scan, and begin no segment. */
const isWithinScan = (code: number): boolean =>
  code === 0x00 || code === 0x01 || code === 0xff || (code >= 0xd0 && code <= 0xd7)

/** Where the next segment begins; -1 where there is none. */
function nextSegment(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const code = bytes[at + 1]
    if (code === undefined) return -1
    if (!isWithinScan(code)) return at
  }
  return -1
}

/**
 * How often a JPEG goes over the whole of its picture, counted up to `max`. Cameras append other pictures after its end:
 * their scans are not its own.
 */
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
