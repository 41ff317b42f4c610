import { promisify } from 'node:util'
import { crc32, deflate } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import qrcode from 'qrcode'

type QrFormat = 'svg' | 'png'

interface QrCodes {
  of(slug: string, format: QrFormat): Promise<Buffer>
}

/** Modules of paper around the code, and a quarter of it that may be damaged: for print. */
const LOOK = { errorCorrectionLevel: 'Q', margin: 4 } as const
const SIDE = 1_024
const KEPT_MAX = 500

/** The address that the code of a profile holds. */
const qrAddress = (publicUrl: string, slug: string): string =>
  `${publicUrl.replace(/\/+$/, '')}/pages/${encodeURIComponent(slug)}?s=qr`

/** Codes to print, kept for the next request. */
export function createQrCodes(publicUrl: string): QrCodes {
  const kept = new LRUCache<string, Promise<Buffer>>({ max: KEPT_MAX })
  return {
    of: (slug, format) => {
      const key = `${format} ${slug}`
      const known = kept.get(key)
      if (known !== undefined) return known
      const made = draw(qrAddress(publicUrl, slug), format)
      kept.set(key, made)
      return made
    },
  }
}

async function draw(address: string, format: QrFormat): Promise<Buffer> {
  if (format === 'svg')
    return Buffer.from(await qrcode.toString(address, { ...LOOK, width: SIDE, type: 'svg' }))
  const { modules } = qrcode.create(address, LOOK)
  const isDark = (row: number, column: number): boolean => modules.get(row, column) === 1
  return qrPngOf({ size: modules.size, isDark }, { side: SIDE, paper: LOOK.margin })
}

/** Dark and light squares, row by row; true is dark. */
interface Modules {
  readonly size: number
  readonly isDark: (row: number, column: number) => boolean
}

const compressed = promisify(deflate)
const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
const BITS_OF_PIXEL = 1
const GREY = 0
const UNFILTERED = 0

/**
 * A PNG of one bit a pixel. Libraries draw four bytes a pixel first: 30 ms in the one thread that answers all requests,
 * for a picture that strangers can request once for each profile.
 * @param side of the picture, in pixels
 * @param paper around the code, in modules
 */
async function qrPngOf(
  { size, isDark }: Modules,
  { side, paper }: { readonly side: number; readonly paper: number },
): Promise<Buffer> {
  const moduleAt = (pixel: number): number => Math.floor((pixel * (size + 2 * paper)) / side) - paper
  const isWithin = (at: number): boolean => at >= 0 && at < size
  const rowOf = (row: number): Buffer => {
    const bytes = Buffer.alloc(1 + Math.ceil(side / 8), 0xff)
    bytes[0] = UNFILTERED
    if (!isWithin(row)) return bytes
    for (let x = 0; x < side; x += 1) {
      const column = moduleAt(x)
      if (isWithin(column) && isDark(row, column)) bytes[1 + (x >> 3)]! &= ~(0x80 >> (x & 7))
    }
    return bytes
  }
  const rows = Array.from({ length: size + 2 * paper }, (_none, at) => rowOf(at - paper))
  const pixels = Array.from({ length: side }, (_none, y) => rows[moduleAt(y) + paper]!)
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.set([BITS_OF_PIXEL, GREY], 8)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    chunk('IDAT', await compressed(Buffer.concat(pixels))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(content))
  return Buffer.concat([length, content, check])
}
