import { Worker } from 'node:worker_threads'
import { LIMITS } from '@app/contracts/limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'

/** Hashes in a worker, so that a login never delays a tap. */
export interface Passwords {
  hash(password: string): Promise<string>
  /** Compares dummies too, so that unknown accounts and older, cheaper hashes take equally long. */
  matches(password: string, hash: string | undefined): Promise<boolean>
  /** Ignores case, and marks around the password. */
  isCommon(password: string): Promise<boolean>
  /** Made at another cost than the current one. */
  isOutdated(hash: string): boolean
  stop(): Promise<void>
}

const COST = 10
const QUEUED_MAX = 100
const RETRY_SECONDS = 2
const TOO_LONG = `La contraseña puede tener hasta ${LIMITS.passwordBytesMax} bytes.`

const prefixOf = (cost: number): string => `$2b$${String(cost).padStart(2, '0')}$`
const dummyHash = (cost: number): string =>
  `${prefixOf(cost)}CwTycUXWue0Thq9StjUM0uJ8.dC1tAYtNcUaQp0q7mFGJ5rCvIZ5K`

/** Each step of the cost doubles the work, so these dummies add up to the difference. */
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

/** bcrypt silently ignores what follows 72 bytes or a NUL. */
const fitsBcrypt = (password: string): boolean =>
  Buffer.byteLength(password) <= LIMITS.passwordBytesMax && !password.includes('\0')

export interface PasswordsOptions {
  readonly cost?: number
  readonly stepsBack?: boolean
}

/** One worker of low priority, because two would take both cores from taps. */
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
