import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Refusal } from '@app/contracts/refusals.ts'
import {
  imageAnswer,
  readyMessage,
  type DrawingTask,
  type ImageAnswer,
  type ImageTask,
} from './image-messages.ts'

export interface ImageProcessOptions {
  readonly program?: URL
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

export const imagesUnavailable = (): Refusal =>
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
  // Reported by the exit event.
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
