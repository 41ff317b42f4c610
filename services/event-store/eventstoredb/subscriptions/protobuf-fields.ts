/** A position in a protobuf message, whose fields are read one after the other. */
export interface FieldCursor {
  readonly buffer: Buffer
  at: number
  /** Of the current field. */
  kind: number
}

const [VARINT, FIXED64, LENGTH_DELIMITED, FIXED32] = [0, 1, 2, 5]
/** Of 7 bits each, that a number holds exactly. */
const DIGITS_EXACT = 7

export const fieldsOf = (buffer: Buffer): FieldCursor => ({ buffer, at: 0, kind: VARINT })

/** The next field's number, or 0 at the end. */
export function nextField(cursor: FieldCursor): number {
  if (cursor.at >= cursor.buffer.length) return 0
  const tag = Number(varint(cursor))
  cursor.kind = tag & 7
  return tag >>> 3
}

export const readInteger = (cursor: FieldCursor): bigint => BigInt(varint(cursor))

/** A view: a caller that keeps it keeps the whole message. */
export function readBytes(cursor: FieldCursor): Buffer {
  const end = endOf(cursor)
  const bytes = cursor.buffer.subarray(cursor.at, end)
  cursor.at = end
  return bytes
}

export function readText(cursor: FieldCursor): string {
  const end = endOf(cursor)
  const text = cursor.buffer.toString('utf8', cursor.at, end)
  cursor.at = end
  return text
}

export function skipField(cursor: FieldCursor): void {
  const { kind } = cursor
  if (kind === VARINT) varint(cursor)
  else if (kind === LENGTH_DELIMITED) cursor.at = endOf(cursor)
  else if (kind === FIXED64) cursor.at += 8
  else if (kind === FIXED32) cursor.at += 4
  else throw new RangeError(`a message has a field of kind ${kind}`)
}

function endOf(cursor: FieldCursor): number {
  const length = Number(varint(cursor))
  const end = cursor.at + length
  if (end > cursor.buffer.length) throw new RangeError('a message ends within a field')
  return end
}

function varint(cursor: FieldCursor): number | bigint {
  let [value, factor] = [0, 1]
  for (let count = 0; count < DIGITS_EXACT; count += 1) {
    const digit = byteOf(cursor)
    value += (digit & 0x7f) * factor
    if (digit < 0x80) return value
    factor *= 0x80
  }
  let [large, shift] = [BigInt(value), BigInt(7 * DIGITS_EXACT)]
  for (let digit = 0x80; digit >= 0x80; shift += 7n) {
    digit = byteOf(cursor)
    large |= BigInt(digit & 0x7f) << shift
  }
  return large
}

function byteOf(cursor: FieldCursor): number {
  const byte = cursor.buffer[cursor.at]
  if (byte === undefined) throw new RangeError('a message ends within a number')
  cursor.at += 1
  return byte
}
