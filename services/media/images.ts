import type { ImageKind } from '@app/contracts/profiles.ts'
import type { RenderedImage } from '@app/contracts/fields/pictures.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { imageFormatOf } from './image-head.ts'
import { createConcurrencyLimiter } from '../platform/concurrency/concurrency-limiter.ts'
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { PreviewCard } from '@app/contracts/public-page.ts'

export interface ImageProcessOptions {
  readonly program?: URL | undefined
  readonly silentMsMax?: number
  readonly onDeath?: (error: Error) => void
}

const PROGRAM = new URL('./image-child.mjs', import.meta.url)
const START_MS_MAX = 60_000
const SILENT_MS_MAX = 60_000
const RETRY_SECONDS = 5
const UNREADABLE = 'No pudimos procesar la imagen. Guárdala de nuevo como JPEG, o prueba con otra.'
const SLOW = 'La imagen tarda demasiado en procesarse. Prueba con una más pequeña.'

/** Excludes the api's settings, some of which are secret. */
const ENVIRONMENT = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', UV_THREADPOOL_SIZE: '1' }

const imagesUnavailable = (): Refusal =>
  new Refusal('unavailable', undefined, { retryAfterSeconds: RETRY_SECONDS })

/** By a process for this task alone. @throws Refusal even when the process dies, is silent or cannot be started */
export async function answerOfProcess(
  task: ImageTask | DrawingTask,
  options: ImageProcessOptions = {},
): Promise<ImageAnswer> {
  const { program = PROGRAM, silentMsMax = SILENT_MS_MAX, onDeath = () => undefined } = options
  const child = startChild(program)
  let isStarted = false
  try {
    readyMessage.parse(await messageOf(child, START_MS_MAX))
    isStarted = true
    // The exit event reports a dead process.
    child.send(task, () => undefined)
    return imageAnswer.parse(await messageOf(child, silentMsMax))
  } catch (error) {
    onDeath(error as Error)
    if (!isStarted) throw imagesUnavailable()
    const isSilent = (error as Error).name === 'AbortError'
    throw isSilent ? new Refusal('image-too-large', SLOW) : new Refusal('unsupported-image', UNREADABLE)
  } finally {
    child.kill('SIGKILL')
  }
}

function startChild(program: URL): ChildProcess {
  const child = fork(fileURLToPath(program), [], {
    env: ENVIRONMENT,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  child.on('error', () => undefined)
  return child
}

/** @throws AbortError after msMax, or Error when the process ends */
function messageOf(child: ChildProcess, msMax: number): Promise<unknown> {
  const signal = AbortSignal.timeout(msMax)
  return Promise.race([
    once(child, 'message', { signal }).then(([message]) => message as unknown),
    once(child, 'exit', { signal }).then(([code, by]) => {
      throw new Error(`the process that decodes pictures ended (${code ?? by})`)
    }),
  ])
}

export interface Images {
  /** @throws Refusal unsupported-image, image-too-large, or unavailable when too many are waiting */
  render(bytes: Buffer, kind: ImageKind): Promise<RenderedImage>
  /** @throws Refusal unavailable */
  draw(task: DrawingTask): Promise<Buffer>
}

const WAITING_MAX = 20
/** Uploads one at a time, because one may need all memory reserved for pictures; drawings need little. */
export function createImages(options: ImageProcessOptions = {}): Images {
  const limiter = createConcurrencyLimiter({ atOnce: 1, waitingMax: WAITING_MAX })
  return {
    render: async (bytes, kind) => {
      imageFormatOf(bytes)
      const answer = await limiter(() => answerOfProcess({ bytes, kind }, options))
      if ('image' in answer) return answer.image
      throw failureIn(answer)
    },
    draw: async (task) => {
      const answer = await answerOfProcess(task, options).catch(() => {
        // Refusals for uploads would mislead when the product draws.
        throw imagesUnavailable()
      })
      if ('drawn' in answer) return answer.drawn
      throw failureIn(answer)
    },
  }
}

function failureIn(answer: ImageAnswer): Error {
  if ('refused' in answer) return new Refusal(answer.refused.code, answer.refused.detail)
  return new Error(`a picture could not be made: ${'failed' in answer ? answer.failed : 'another answer'}`)
}

export interface ImageTask {
  readonly bytes: Buffer
  readonly kind: ImageKind
}

export type DrawingTask =
  { readonly card: PreviewCard; readonly photo: Buffer | undefined } | { readonly svg: string }

const RENDITION_BYTES_MAX = 2_000_000
const RENDITIONS_MAX = 8
const TEXT_CHARS_MAX = 500

const side = z.int().min(1).max(10_000)
const rendition = z.object({
  name: z.string().max(20),
  contentType: z.enum(['image/webp', 'image/jpeg']),
  width: side,
  height: side,
  bytes: z.instanceof(Buffer).refine((bytes) => bytes.length <= RENDITION_BYTES_MAX),
})
const image: z.ZodType<RenderedImage> = z.object({
  ref: z.string().regex(/^[0-9a-f]{32}$/),
  width: side,
  height: side,
  renditions: z.array(rendition).min(1).max(RENDITIONS_MAX),
})

const drawn = z.instanceof(Buffer).refine((bytes) => bytes.length <= RENDITION_BYTES_MAX)

const readyMessage = z.object({ ready: z.literal(true) })

const refusedCode = z.enum(['unsupported-image', 'image-too-large'])

const imageAnswer = z.union([
  z.object({ image }),
  z.object({ drawn }),
  z.object({
    refused: z.object({ code: refusedCode, detail: z.string().max(TEXT_CHARS_MAX) }),
  }),
  z.object({ failed: z.string().max(TEXT_CHARS_MAX) }),
])
export type ImageAnswer = z.infer<typeof imageAnswer>

export function failureOf(
  error: unknown,
): { readonly refused: { code: z.infer<typeof refusedCode>; detail: string } } | { readonly failed: string } {
  const code = refusedCode.safeParse(error instanceof Refusal ? error.code : undefined)
  return code.success
    ? { refused: { code: code.data, detail: (error as Refusal).message } }
    : { failed: String(error).slice(0, TEXT_CHARS_MAX) }
}
