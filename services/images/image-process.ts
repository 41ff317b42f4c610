import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { RenderedImage } from '@app/contracts/fields/image-renditions.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import {
  imageAnswer,
  readyMessage,
  type DrawingTask,
  type ImageAnswer,
  type ImageTask,
} from './image-messages.ts'
import { isAlive } from '@app/observability/process-facts.ts'

export interface ImageProcess {
  /** One at a time. @throws Refusal even when the process died or was silent; the next call starts another */
  render(task: ImageTask): Promise<RenderedImage>
  /** As `render`. @throws Refusal unavailable */
  draw(task: DrawingTask): Promise<Buffer>
  /** For measurements. */
  pid(): number | undefined
  stop(): void
}

export interface ImageProcessOptions {
  readonly program?: URL
  readonly silentMsMax?: number
  /** Ends an idle process, to free its memory. */
  readonly idleMs?: number
  readonly onDeath?: (error: Error) => void
}

const PROGRAM = new URL('./image-child.mjs', import.meta.url)
const START_MS_MAX = 60_000
const SILENT_MS_MAX = 60_000
const IDLE_MS = 10_000
const RETRY_SECONDS = 5

const UNREADABLE = 'No pudimos procesar la imagen. Guárdala de nuevo como JPEG, o prueba con otra.'
const SLOW = 'La imagen tarda demasiado en procesarse. Prueba con una más pequeña.'

/** Excludes the api's settings, some of which are secret. glibc must return freed memory at once. */
const ENVIRONMENT = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', UV_THREADPOOL_SIZE: '1' }

export function createImageProcess(options: ImageProcessOptions = {}): ImageProcess {
  const { program = PROGRAM, silentMsMax = SILENT_MS_MAX, idleMs = IDLE_MS } = options
  const { onDeath = () => undefined } = options
  let current: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined

  function end(): void {
    clearTimeout(idle)
    current?.kill('SIGKILL')
    current = undefined
  }

  async function started(): Promise<ChildProcess> {
    if (current?.connected === true && isAlive(current.pid!)) return current
    end()
    current = startChild(program)
    try {
      readyMessage.parse(await messageOf(current, START_MS_MAX))
      return current
    } catch (error) {
      onDeath(error as Error)
      end()
      throw new Refusal('unavailable', undefined, { retryAfterSeconds: RETRY_SECONDS })
    }
  }

  async function answerTo(task: ImageTask | DrawingTask): Promise<ImageAnswer> {
    const child = await started()
    try {
      return await answerFrom(child, task, silentMsMax)
    } catch (error) {
      onDeath(error as Error)
      end()
      if (error instanceof Silence) throw new Refusal('image-too-large', SLOW)
      throw new Refusal('unsupported-image', UNREADABLE)
    }
  }

  async function worked(task: ImageTask | DrawingTask): Promise<ImageAnswer> {
    clearTimeout(idle)
    const answer = await answerTo(task)
    if (answer.last) end()
    else idle = setTimeout(end, idleMs).unref()
    return answer
  }

  return { ...worksOf(worked), pid: () => current?.pid, stop: end }
}

function worksOf(
  worked: (task: ImageTask | DrawingTask) => Promise<ImageAnswer>,
): Pick<ImageProcess, 'render' | 'draw'> {
  return {
    render: async (task) => {
      const answer = await worked(task)
      if ('image' in answer) return answer.image
      throw failureIn(answer)
    },
    draw: async (task) => {
      const answer = await worked(task).catch(unavailable)
      if ('drawn' in answer) return answer.drawn
      throw failureIn(answer)
    },
  }
}

function failureIn(answer: ImageAnswer): Error {
  if ('refused' in answer) return new Refusal(answer.refused.code, answer.refused.detail)
  return new Error(`a picture could not be made: ${'failed' in answer ? answer.failed : 'another answer'}`)
}

/** Replaces refusals for uploads, which would mislead when the product draws. */
function unavailable(): never {
  throw new Refusal('unavailable', undefined, { retryAfterSeconds: RETRY_SECONDS })
}

class Silence extends Error {}

function startChild(program: URL): ChildProcess {
  const child = fork(fileURLToPath(program), [], {
    env: ENVIRONMENT,
    // For `globalThis.gc`, which the process calls after each picture.
    execArgv: ['--expose-gc'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // Reported by the exit event.
  child.on('error', () => undefined)
  // An idle process must not keep the api alive.
  child.unref()
  child.channel?.unref()
  return child
}

async function answerFrom(
  child: ChildProcess,
  task: ImageTask | DrawingTask,
  silentMsMax: number,
): Promise<ImageAnswer> {
  const answering = messageOf(child, silentMsMax)
  // The exit event reports a dead process.
  child.send(task, () => undefined)
  return imageAnswer.parse(await answering)
}

/** @throws Silence after msMax, or Error when the process ends */
async function messageOf(child: ChildProcess, msMax: number): Promise<unknown> {
  const over = new AbortController()
  const { signal } = over
  const timer = setTimeout(() => over.abort(new Silence(`no answer within ${msMax} ms`)), msMax)
  try {
    return await Promise.race([
      once(child, 'message', { signal }).then(([message]) => message as unknown),
      once(child, 'exit', { signal }).then(([code, by]) => {
        throw new Error(`the process that decodes pictures ended (${code ?? by})`)
      }),
    ])
  } catch (error) {
    throw signal.reason instanceof Silence ? signal.reason : error
  } finally {
    clearTimeout(timer)
    over.abort()
  }
}
