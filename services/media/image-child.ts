import { setPriority } from 'node:os'
import sharp from 'sharp'
import { TOO_HUNGRY } from './image-head.ts'
import { failureOf, type DrawingTask, type ImageAnswer, type ImageTask } from './images.ts'
import { watchMemory } from '../platform/observability/process-facts.ts'
import { PREVIEW } from '@app/contracts/fields/pictures.ts'
import { previewCardSvg } from './preview-card.ts'
import { renderImage } from './make-renditions.ts'

/** The first keeps text and edges sharp; the others are for photos that need too many bytes. */
const QUALITIES = [86, 70, 50] as const

/** Runs only in the process for pictures. */
async function drawn(task: DrawingTask): Promise<Buffer> {
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

/** A separate process for each picture, because a codec may crash or use up memory. */
const MEMORY_BYTES_MAX = 400_000_000
const PRIORITY = 10

const send = (answer: ImageAnswer): void => void process.send?.(answer)

// Ends with the api, even after a crash. process.exit would wait for busy threads.
process.on('disconnect', () => void process.kill(process.pid, 'SIGKILL'))
// Ctrl-C reaches both processes; the api finishes its work, then disconnects.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)

try {
  setPriority(PRIORITY)
} catch {
  // Without the right to do so the priority stays.
}
// A second thread would slow down taps.
sharp.cache(false)
sharp.concurrency(1)

const answerTo = async (task: ImageTask | DrawingTask) =>
  'bytes' in task ? { image: await renderImage(task.bytes, task.kind) } : { drawn: await drawn(task) }

process.once('message', async (task: ImageTask | DrawingTask) => {
  watchMemory(MEMORY_BYTES_MAX, () => send({ refused: { code: 'image-too-large', detail: TOO_HUNGRY } }))
  send(await answerTo(task).catch(failureOf))
})
process.send?.({ ready: true })
