import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

/** Red on the left and blue on the right, so that two pixels identify its orientation. */
export const halves = (width: number, height: number): Sharp =>
  sharp({ create: { width, height, channels: 3, background: '#d01010' } }).composite([
    {
      input: {
        create: { width: Math.round(width / 2), height, channels: 3, background: '#1010d0' },
      },
      left: width - Math.round(width / 2),
      top: 0,
    },
  ])

export const plain = (background: string, side = 300): Promise<Buffer> =>
  sharp({ create: { width: side, height: side, channels: 3, background } })
    .png()
    .toBuffer()

export const noise = (width: number, height: number): Sharp =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })

export const logo = (): Sharp =>
  sharp(
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="200"><circle cx="100" cy="100" r="100" fill="#d01010"/></svg>',
    ),
  )

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** @param how bits a channel, kind of colour, compression, filter and order of the lines, as the format numbers them */
function png(side: number, how: readonly number[], pixels: Buffer): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.set(how, 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1A\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A PNG of one black bit a pixel, which is small in a file and huge in memory. */
export const pngBomb = (side: number): Buffer =>
  png(side, [1], Buffer.alloc(side * (Math.ceil(side / 8) + 1)))

/** An interlaced PNG with four channels, which a decoder holds as a whole. Its pixels are missing. */
export const interlacedHead = (side: number, bits: 8 | 16): Buffer =>
  png(side, [bits, 6, 0, 0, 1], Buffer.alloc(0))

export function isoFile(main: string, ...compatible: readonly string[]): Buffer {
  const brands = Buffer.from([main, '\0\0\0\0', ...compatible].join(''), 'latin1')
  const size = Buffer.alloc(4)
  size.writeUInt32BE(8 + brands.length)
  return Buffer.concat([size, Buffer.from('ftyp'), brands, Buffer.alloc(64)])
}
