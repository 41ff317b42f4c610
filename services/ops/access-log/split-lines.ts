export interface RawLine {
  readonly number: number
  readonly bytes: Buffer
  /** Pieces of one line have the same number. */
  readonly piece: 'whole' | 'first' | 'middle' | 'last'
}

/** Web servers limit a field to 8 KB; NULs after a power failure can be of any length. */
const LINE_BYTES_MAX = 256 * 1024

const LF = 0x0a
const CR = 0x0d

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
