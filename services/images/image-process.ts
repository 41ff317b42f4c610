import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { RenderedImage } from '@app/contracts/fields/image-renditions.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { imageAnswer, ready, type ImageAnswer, type ImageTask } from './image-messages.ts'
import { isAlive } from '@app/observability/process-facts.ts'

/** Decodes pictures in a process of its own, one at a time; which process that is, is nobody's concern. */
export interface ImageProcess {
  /**
   * Only after the last one has settled.
   * @throws Refusal also when the process died of the picture, or said nothing; the next picture gets another process
   */
  render(task: ImageTask): Promise<RenderedImage>
  /** Of the process that is there at the moment, for whoever measures it. */
  pid(): number | undefined
  stop(): void
}

export interface ImageProcessOptions {
  /** Tests send one that misbehaves. */
  readonly program?: URL
  /** A picture that takes longer is given up, and its process with it. */
  readonly silentMsMax?: number
  /** After so long without a picture, process and memory are given back. */
  readonly idleMs?: number
  /** Told when a process died: of a picture, or because somebody ended it. */
  readonly onDeath?: (error: Error) => void
}

const PROGRAM = new URL('./image-child.mjs', import.meta.url)
const START_MS_MAX = 60_000
const SILENT_MS_MAX = 60_000
const IDLE_MS = 10_000
const RETRY_SECONDS = 5

const UNREADABLE = 'No pudimos procesar la imagen. Guárdala de nuevo como JPEG, o prueba con otra.'
const SLOW = 'La imagen tarda demasiado en procesarse. Prueba con una más pequeña.'

/**
 * None of the api's settings, some of which are secrets. Large blocks go back to the system as soon as they are free:
 * by itself glibc would keep them, in as many heaps as there are threads.
 */
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
      ready.parse(await messageOf(current, START_MS_MAX))
      return current
    } catch (error) {
      onDeath(error as Error)
      end()
      throw new Refusal('unavailable', undefined, { retryAfterSeconds: RETRY_SECONDS })
    }
  }

  async function answerTo(task: ImageTask): Promise<ImageAnswer> {
    const child = await started()
    try {
      const answering = messageOf(child, silentMsMax)
      // What cannot be sent was sent to a process that has just died, and that is told by its end.
      child.send(task, () => undefined)
      return imageAnswer.parse(await answering)
    } catch (error) {
      onDeath(error as Error)
      end()
      if (error instanceof Silence) throw new Refusal('image-too-large', SLOW)
      throw new Refusal('unsupported-image', UNREADABLE)
    }
  }

  return {
    render: async (task) => {
      clearTimeout(idle)
      const answer = await answerTo(task)
      if (answer.last) end()
      else idle = setTimeout(end, idleMs).unref()
      if ('image' in answer) return answer.image
      if ('refused' in answer) throw new Refusal(answer.refused.code, answer.refused.detail)
      throw new Error(`a picture could not be made: ${answer.failed}`)
    },
    pid: () => current?.pid,
    stop: end,
  }
}

class Silence extends Error {}

function startChild(program: URL): ChildProcess {
  const child = fork(fileURLToPath(program), [], {
    env: ENVIRONMENT,
    // What a picture leaves behind is collected before the next one.
    execArgv: ['--expose-gc'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // Its end says the same.
  child.on('error', () => undefined)
  // Whoever waits for a picture keeps the api alive, not the process that is ready for one.
  child.unref()
  child.channel?.unref()
  return child
}

/** The next thing that it says. @throws Silence, or Error when it ends first */
async function messageOf(child: ChildProcess, msMax: number): Promise<unknown> {
  const over = new AbortController()
  const { signal } = over
  const timer = setTimeout(() => over.abort(new Silence(`nothing was said within ${msMax} ms`)), msMax)
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
