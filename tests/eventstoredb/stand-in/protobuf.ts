/**
 * A hand-written part of protobuf for frequent messages, because the generated code takes several times as long and lacks
 * some fields.
 */
const VARINT = 0
const BYTES = 2
const MORE = 0x80

/** Writes messages from end to start, so that each length is known when it is written. */
export interface BackwardWriter {
  /** The end of the next message. */
  readonly mark: () => number
  readonly raw: (bytes: Uint8Array) => void
  /** Numbers of fixed length, little-endian, for files. */
  readonly uint32: (value: number) => void
  readonly uint16: (value: number) => void
  readonly uint8: (value: number) => void
  readonly text: (text: string) => number
  readonly varintField: (field: number, value: number | bigint) => void
  readonly bytesField: (field: number, bytes: Uint8Array) => void
  readonly textField: (field: number, text: string) => void
  /** Makes a field of the bytes written since the mark. */
  readonly messageField: (field: number, mark: number) => void
  /** The bytes written since a mark; valid until the next `clear`. */
  readonly since: (mark: number) => Buffer
  readonly clear: () => void
}

const FIRST_BYTES = 64 * 1024
const BYTES_A_CHARACTER_MAX = 3
const VARINT_BYTES_MAX = 10

/** Marks count from the end, so they stay valid when the buffer grows. */
export function createBackwardWriter(): BackwardWriter {
  let buffer = Buffer.allocUnsafe(FIRST_BYTES)
  let at = buffer.length

  function room(bytes: number): void {
    if (at >= bytes) return
    const used = buffer.length - at
    const larger = Buffer.allocUnsafe(2 * (buffer.length + bytes))
    buffer.copy(larger, larger.length - used, at)
    at = larger.length - used
    buffer = larger
  }
  function varint(value: number | bigint): void {
    room(VARINT_BYTES_MAX)
    const length = varintLength(value)
    at -= length
    let left = value
    for (let index = at; index < at + length - 1; index++) {
      buffer[index] = lowBits(left) | MORE
      left = typeof left === 'bigint' ? left >> 7n : Math.floor(left / MORE)
    }
    buffer[at + length - 1] = Number(left)
  }
  const mark = (): number => buffer.length - at
  function raw(bytes: Uint8Array): void {
    room(bytes.length)
    at -= bytes.length
    buffer.set(bytes, at)
  }
  function text(words: string): number {
    const bytesMax = words.length * BYTES_A_CHARACTER_MAX
    room(bytesMax)
    const length = Buffer.byteLength(words)
    at -= length
    buffer.write(words, at, 'utf8')
    return length
  }
  const tagged = (field: number, length: number): void => {
    varint(length)
    varint(field * 8 + BYTES)
  }
  const fixed = (bytes: number): number => {
    room(bytes)
    at -= bytes
    return at
  }
  return {
    mark,
    raw,
    text,
    uint32: (value) => void buffer.writeUInt32LE(value, fixed(4)),
    uint16: (value) => void buffer.writeUInt16LE(value, fixed(2)),
    uint8: (value) => void buffer.writeUInt8(value, fixed(1)),
    varintField: (field, value) => {
      varint(value)
      varint(field * 8 + VARINT)
    },
    bytesField: (field, bytes) => {
      raw(bytes)
      tagged(field, bytes.length)
    },
    textField: (field, words) => tagged(field, text(words)),
    messageField: (field, from) => tagged(field, mark() - from),
    since: (from) => buffer.subarray(at, buffer.length - from),
    clear: () => {
      at = buffer.length
    },
  }
}

const lowBits = (value: number | bigint): number =>
  typeof value === 'bigint' ? Number(value & 0x7fn) : value % MORE

function varintLength(value: number | bigint): number {
  let length = 1
  for (let left = Number(value); left >= MORE; left /= MORE) length++
  return length
}
