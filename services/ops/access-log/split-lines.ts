/** One line of a file, or one piece of a line that is longer than any log line is. */
export interface RawLine {
  /** From 1. */
  readonly number: number
  /** Without the line end. */
  readonly bytes: Buffer
  /** Too long to be one: its pieces follow each other under one number. */
  readonly piece: 'whole' | 'first' | 'middle' | 'last'
}

/** Web servers cut a request at 8 KB a field; a run of NULs after a power failure can be any length. */
export const LINE_BYTES_MAX = 256 * 1024

const LF = 0x0a
const CR = 0x0d

/** Splits bytes into lines as they come; chunks may begin and end anywhere. */
export async function* splitLines(
  chunks: AsyncIterable<Buffer>,
  bytesMax = LINE_BYTES_MAX,
): AsyncGenerator<readonly RawLine[]> {
  let number = 1
  let cut = false
  let rest: Buffer = Buffer.alloc(0)

  const lineOf = (bytes: Buffer): RawLine => {
    const line = { number, bytes: withoutCr(bytes), piece: cut ? 'last' : 'whole' } as const
    number += 1
    cut = false
    return line
  }
  const pieceOf = (bytes: Buffer): RawLine => {
    const piece = cut ? 'middle' : 'first'
    cut = true
    return { number, bytes, piece }
  }

  for await (const chunk of chunks) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const lines: RawLine[] = []
    let from = 0
    for (let end = bytes.indexOf(LF); end !== -1; end = bytes.indexOf(LF, from)) {
      lines.push(lineOf(bytes.subarray(from, end)))
      from = end + 1
    }
    rest = bytes.subarray(from)
    if (rest.length > bytesMax) {
      lines.push(pieceOf(rest))
      rest = Buffer.alloc(0)
    }
    yield lines
  }
  if (rest.length > 0 || cut) yield [lineOf(rest)]
}

const withoutCr = (bytes: Buffer): Buffer =>
  bytes.at(-1) === CR ? bytes.subarray(0, bytes.length - 1) : bytes
