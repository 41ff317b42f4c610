import { setPriority } from 'node:os'
import sharp from 'sharp'
import { TOO_HUNGRY } from './image-head.ts'
import { failureOf, type DrawingTask, type ImageAnswer, type ImageTask } from './images.ts'
import { watchMemory } from '../platform/observability/process-facts.ts'
import { drawPreview } from './preview-card.ts'
import { renderImage } from './make-renditions.ts'

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

async function drawn(task: DrawingTask): Promise<Buffer> {
  if ('svg' in task) return sharp(Buffer.from(task.svg)).png({ compressionLevel: 6 }).toBuffer()
  return drawPreview(task.card, task.photo)
}

const answerTo = async (task: ImageTask | DrawingTask) =>
  'bytes' in task ? { image: await renderImage(task.bytes, task.kind) } : { drawn: await drawn(task) }

process.once('message', async (task: ImageTask | DrawingTask) => {
  watchMemory(MEMORY_BYTES_MAX, () => send({ refused: { code: 'image-too-large', detail: TOO_HUNGRY } }))
  send(await answerTo(task).catch(failureOf))
})
process.send?.({ ready: true })
