import { opaquePassword } from '@app/contracts/fields/password.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { Worker } from 'node:worker_threads'

/** Hashes in two threads, so that a login never delays a tap. */
export interface Passwords {
  hash(password: string): Promise<string>
  /** Compares a dummy too, so that an unknown account takes equally long. */
  matches(password: string, hash: string | undefined): Promise<boolean>
  /** Ignores case, and punctuation around the password. */
  isCommon(password: string): Promise<boolean>
  stop(): Promise<void>
}

const COST = 10
const TOO_LONG = `La contraseña puede tener hasta ${LIMITS.passwordBytesMax} bytes.`

const dummyHash = (cost: number): string =>
  `$2b$${String(cost).padStart(2, '0')}$CwTycUXWue0Thq9StjUM0uJ8.dC1tAYtNcUaQp0q7mFGJ5rCvIZ5K`

/** bcrypt silently ignores all text after 72 bytes or a NUL. */
const fitsBcrypt = (password: string): boolean =>
  Buffer.byteLength(password) <= LIMITS.passwordBytesMax && !password.includes('\0')

export interface PasswordsOptions extends HashingWorkerOptions {
  readonly cost?: number
}

export function createPasswords({ cost = COST, ...options }: PasswordsOptions = {}): Passwords {
  const [first, second] = [createHashingWorker(options), createHashingWorker(options)]
  const run: HashingWorker['run'] = (message) =>
    (first.waiting() <= second.waiting() ? first : second).run(message)
  return {
    hash: async (typed) => {
      const password = opaquePassword(typed)
      if (!fitsBcrypt(password)) throw new Refusal('invalid', TOO_LONG)
      return String(await run({ work: 'hash', password, cost }))
    },
    matches: async (typed, hash) => {
      const opaque = opaquePassword(typed)
      const fits = fitsBcrypt(opaque)
      const password = fits ? opaque : ''
      const isSame = await run({ work: 'compare', password, hash: hash ?? dummyHash(cost) })
      return isSame === true && fits && hash !== undefined
    },
    isCommon: async (password) =>
      (await run({ work: 'is-common', password: opaquePassword(password) })) === true,
    stop: async () => void (await Promise.all([first.stop(), second.stop()])),
  }
}

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
