import { Worker } from 'node:worker_threads'
import { Refusal } from '@app/contracts/refusals.ts'

export interface HashingWorker {
  /** How many wait for it. */
  readonly waiting: () => number
  /** @throws Refusal unavailable when the worker ended */
  run(message: object): Promise<string | boolean>
  stop(): Promise<void>
}

export interface HashingWorkerOptions {
  readonly program?: URL
  readonly stepsBack?: boolean
  readonly onDeath?: (error: Error) => void
}

const PROGRAM = new URL('./password-worker.mjs', import.meta.url)
const RETRY_SECONDS = 2

const unavailable = (): Refusal => new Refusal('unavailable', undefined, { retryAfterSeconds: RETRY_SECONDS })

interface Done {
  readonly id: number
  readonly result: string | boolean
  readonly error?: string
}
interface Job {
  resolve(result: string | boolean): void
  reject(error: Error): void
}

function settle(job: Job | undefined, { result, error }: Done): void {
  if (error === undefined) job?.resolve(result)
  else job?.reject(new Error(error))
}

/** A thread of low priority, because taps need the cores too. The next job replaces a dead one. */
export function createHashingWorker(options: HashingWorkerOptions = {}): HashingWorker {
  const { onDeath = () => undefined } = options
  const jobs = new Map<number, Job>()
  let nextId = 0
  let worker: Worker | undefined

  function end(errorOf: () => Error): void {
    worker = undefined
    for (const job of jobs.values()) job.reject(errorOf())
    jobs.clear()
  }

  function start(): Worker {
    const made = startWorker(options, {
      onDone: (done) => {
        settle(jobs.get(done.id), done)
        jobs.delete(done.id)
      },
      onEnd: (cause) => {
        if (worker !== made) return // stopped, or replaced since
        onDeath(cause)
        end(unavailable)
      },
    })
    return made
  }

  return {
    waiting: () => jobs.size,
    run: async (message) => {
      worker ??= start()
      const id = (nextId += 1)
      const done = new Promise<string | boolean>((resolve, reject) => jobs.set(id, { resolve, reject }))
      worker.postMessage({ id, ...message })
      return done
    },
    stop: async () => {
      const last = worker
      end(() => new Error('passwords are stopped'))
      await last?.terminate()
    },
  }
}

interface WorkerUser {
  readonly onDone: (done: Done) => void
  readonly onEnd: (cause: Error) => void
}

function startWorker(
  { program = PROGRAM, stepsBack = true }: HashingWorkerOptions,
  { onDone, onEnd }: WorkerUser,
): Worker {
  const worker = new Worker(program, { workerData: { stepsBack } })
  let cause: Error | undefined
  worker.unref()
  worker.on('message', onDone)
  worker.on('error', (error: Error) => {
    cause = error
  })
  // Follows each `error`, and occurs alone when the thread exits.
  worker.on('exit', (code) =>
    onEnd(cause ?? new Error(`the worker that hashes passwords ended with ${code}`)),
  )
  return worker
}
