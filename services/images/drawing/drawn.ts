import sharp from 'sharp'
import { PREVIEW } from '@app/contracts/fields/image-renditions.ts'
import type { DrawingTask } from '../image-messages.ts'
import { previewCardSvg } from './preview-card.ts'

/** The first keeps text and edges sharp; the others are for photos that need too many bytes. */
const QUALITIES = [86, 70, 50] as const

/** Runs only in the process for pictures. */
export async function drawn(task: DrawingTask): Promise<Buffer> {
  if ('svg' in task) return sharp(Buffer.from(task.svg)).png({ compressionLevel: 6 }).toBuffer()
  const svg = Buffer.from(previewCardSvg(task.card, task.photo))
  const { data, info } = await sharp(svg).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  let bytes = Buffer.alloc(0)
  for (const quality of QUALITIES) {
    const picture = sharp(data, { raw: info })
    bytes = await picture.jpeg({ quality, chromaSubsampling: '4:4:4' }).toBuffer()
    if (bytes.length <= PREVIEW.bytesMax) break
  }
  return bytes
}
