import { Worker } from 'node:worker_threads'
import { LIMITS } from '@app/contracts/limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'

/** Password hashing off the event loop: a login must never delay a tap. */
export interface Passwords {
  hash(password: string): Promise<string>
  /** Unknown accounts take as long as known ones: without a hash a dummy is compared, and after a cheaper one the rest. */
  matches(password: string, hash: string | undefined): Promise<boolean>
  /** One of those that guessers try first, in whatever case and with whatever marks around it. */
  isCommon(password: string): Promise<boolean>
  /** Made at another cost than hashes are made at now. */
  isOutdated(hash: string): boolean
  stop(): Promise<void>
}

const COST = 10
const QUEUED_MAX = 100
const RETRY_SECONDS = 2
const TOO_LONG = `La contraseña puede tener hasta ${LIMITS.passwordBytesMax} bytes.`

const prefixOf = (cost: number): string => `$2b$${String(cost).padStart(2, '0')}$`
/** Of a random text that nobody knows: to compare with it is as much work as with any other of the same cost. */
const dummyHash = (cost: number): string =>
  `${prefixOf(cost)}CwTycUXWue0Thq9StjUM0uJ8.dC1tAYtNcUaQp0q7mFGJ5rCvIZ5K`

/**
 * What is compared besides a cheaper hash of before, so that it takes as long. Each step of the cost doubles the work:
 * all from the older one up to the present are together what is missing to it.
 */
function restOf(hash: string | undefined, cost: number): readonly string[] {
  const digits = /^\$2[aby]\$(\d\d)\$/.exec(hash ?? '')?.[1]
  const older = digits === undefined ? cost : Number(digits)
  return Array.from({ length: Math.max(0, cost - older) }, (_, step) => dummyHash(older + step))
}

const noRoom = (): Refusal => new Refusal('unavailable', undefined, { retryAfterSeconds: RETRY_SECONDS })

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

/** bcrypt reads 72 bytes and no further: a longer password would be cut without a word. */
const fitsBcrypt = (password: string): boolean =>
  Buffer.byteLength(password) <= LIMITS.passwordBytesMax && !password.includes('\0')

/** Tests that aim at something else hash more cheaply, and at once on a busy machine. */
export interface PasswordsOptions {
  readonly cost?: number
  readonly stepsBack?: boolean
}

/**
 * One worker, who steps back for all else: two would take both cores from the taps. Whoever asks first is served first.
 */
export function createPasswords({ cost = COST, stepsBack = true }: PasswordsOptions = {}): Passwords {
  const jobs = new Map<number, Job>()
  let nextId = 0
  let worker: Worker | undefined

  function failAll(error: Error): void {
    worker = undefined
    for (const job of jobs.values()) job.reject(error)
    jobs.clear()
  }

  function started(): Worker {
    if (worker !== undefined) return worker
    const made = new Worker(new URL('./password-worker.mjs', import.meta.url), { workerData: { stepsBack } })
    made.unref()
    made.on('error', failAll)
    made.on('message', (done: Done) => {
      settle(jobs.get(done.id), done)
      jobs.delete(done.id)
    })
    worker = made
    return made
  }

  function run(message: object): Promise<string | boolean> {
    if (jobs.size >= QUEUED_MAX) return Promise.reject(noRoom())
    const id = (nextId += 1)
    return new Promise((resolve, reject) => {
      jobs.set(id, { resolve, reject })
      started().postMessage({ id, ...message })
    })
  }

  return {
    hash: async (password) => {
      if (!fitsBcrypt(password)) throw new Refusal('invalid', TOO_LONG)
      return String(await run({ work: 'hash', password, cost }))
    },
    matches: async (password, hash) => {
      const fits = fitsBcrypt(password)
      const typed = fits ? password : ''
      const same = await run({ work: 'compare', password: typed, hash: hash ?? dummyHash(cost) })
      for (const dummy of restOf(hash, cost)) await run({ work: 'compare', password: typed, hash: dummy })
      return same === true && fits && hash !== undefined
    },
    isCommon: async (password) => (await run({ work: 'is-common', password })) === true,
    isOutdated: (hash) => !hash.startsWith(prefixOf(cost)),
    stop: async () => {
      await worker?.terminate()
      failAll(new Error('passwords are stopped'))
    },
  }
}
