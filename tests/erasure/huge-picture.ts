import { crc32, deflateSync } from 'node:zlib'

const WIDTH = 8_000
const HEIGHT = 5_000
const CHANNELS = 3
/** Adam7: first column, first row, column step and row step of each pass. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** A black picture of 40 megapixels in about 100 KB. Interlaced, so that a decoder holds all of it. */
export function hugePicture(): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(WIDTH, 0)
  head.writeUInt32BE(HEIGHT, 4)
  head.set([8, 2, 0, 0, 1], 8)
  const bytes = PASSES.reduce((sum, [x, y, everyX, everyY]) => {
    const [columns, rows] = [Math.ceil((WIDTH - x) / everyX), Math.ceil((HEIGHT - y) / everyY)]
    return sum + rows * (1 + columns * CHANNELS)
  }, 0)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1A\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(bytes), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
