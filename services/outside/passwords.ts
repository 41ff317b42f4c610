import { Worker } from 'node:worker_threads'
import { LIMITS } from '@app/contracts/limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'

/** Password hashing off the event loop: a login must never delay a tap. */
export interface Passwords {
  hash(password: string): Promise<string>
  /** Unknown accounts take as long as known ones: without a hash, a dummy is compared. */
  matches(password: string, hash: string | undefined): Promise<boolean>
  stop(): Promise<void>
}

const COST = 10
const QUEUED_MAX = 100
/** Of a random text that nobody knows. */
const DUMMY_HASH = '$2b$10$CwTycUXWue0Thq9StjUM0uJ8.dC1tAYtNcUaQp0q7mFGJ5rCvIZ5K'
const RETRY_SECONDS = 2

interface Job {
  resolve(result: string | boolean): void
  reject(error: Error): void
}

/** bcrypt reads 72 bytes and no further: a longer password would be cut without a word. */
const fitsBcrypt = (password: string): boolean =>
  Buffer.byteLength(password) <= LIMITS.passwordBytesMax && !password.includes('\0')

export function createPasswords(): Passwords {
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
    const made = new Worker(new URL('./password-worker.mjs', import.meta.url))
    made.unref()
    made.on('error', failAll)
    made.on('message', ({ id, result, error }: { id: number; result: string | boolean; error?: string }) => {
      const job = jobs.get(id)
      jobs.delete(id)
      if (error === undefined) job?.resolve(result)
      else job?.reject(new Error(error))
    })
    worker = made
    return made
  }

  function run(message: object): Promise<string | boolean> {
    if (jobs.size >= QUEUED_MAX)
      return Promise.reject(new Refusal('unavailable', undefined, { retryAfterSeconds: RETRY_SECONDS }))
    nextId += 1
    const id = nextId
    return new Promise((resolve, reject) => {
      jobs.set(id, { resolve, reject })
      started().postMessage({ id, ...message })
    })
  }

  return {
    hash: async (password) => {
      if (!fitsBcrypt(password))
        throw new Refusal('invalid', `La contraseña puede tener hasta ${LIMITS.passwordBytesMax} bytes.`)
      return String(await run({ work: 'hash', password, cost: COST }))
    },
    matches: async (password, hash) => {
      const fits = fitsBcrypt(password)
      const same = await run({ work: 'compare', password: fits ? password : '', hash: hash ?? DUMMY_HASH })
      return same === true && fits && hash !== undefined
    },
    stop: async () => {
      await worker?.terminate()
      failAll(new Error('passwords are stopped'))
    },
  }
}
