import { LRUCache } from 'lru-cache'
import qrcode from 'qrcode'
import { pngOf } from './qr-png.ts'

export type QrFormat = 'svg' | 'png'

export interface QrCodes {
  of(slug: string, format: QrFormat): Promise<Buffer>
}

/** Modules of paper around the code, and a quarter of it that may be damaged: for print. */
const LOOK = { errorCorrectionLevel: 'Q', margin: 4 } as const
const SIDE = 1_024
const KEPT_MAX = 500

/** The address in the code of a profile. */
export const qrAddress = (publicUrl: string, slug: string): string =>
  `${publicUrl.replace(/\/+$/, '')}/pages/${encodeURIComponent(slug)}?s=qr`

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
  return pngOf({ size: modules.size, isDark }, { side: SIDE, paper: LOOK.margin })
}
