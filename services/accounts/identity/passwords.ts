import pLimit from 'p-limit'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { opaquePassword } from '@app/contracts/fields/new-password.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'

const COST = 10
const THREADS = 2
const PROGRAM = new URL('./password-worker.mjs', import.meta.url)
const RETRY_SECONDS = 2
const TOO_LONG = `La contraseña puede tener hasta ${LIMITS.passwordBytesMax} bytes.`

const dummyHash = (cost: number): string =>
  `$2b$${String(cost).padStart(2, '0')}$CwTycUXWue0Thq9StjUM0uJ8.dC1tAYtNcUaQp0q7mFGJ5rCvIZ5K`

/** bcrypt silently ignores all text after 72 bytes or a NUL. */
const fitsBcrypt = (password: string): boolean =>
  Buffer.byteLength(password) <= LIMITS.passwordBytesMax && !password.includes('\0')

export interface PasswordsOptions {
  readonly cost?: number
  readonly program?: URL
  /** A lower priority of the threads, because taps need the cores too. */
  readonly stepsBack?: boolean
  readonly onDeath?: (error: unknown) => void
}

export type Passwords = ReturnType<typeof createPasswords>

/** Hashes in two threads, so that a login never delays a tap. */
export function createPasswords(options: PasswordsOptions = {}) {
  const { cost = COST } = options
  const { run, stop } = createThreads(options)
  return {
    hash: async (typed: string): Promise<string> => {
      const password = opaquePassword(typed)
      if (!fitsBcrypt(password)) throw new Refusal('invalid', TOO_LONG)
      return String(await run({ work: 'hash', password, cost }))
    },
    /** Compares a dummy too, so that an unknown account takes equally long. */
    matches: async (typed: string, hash: string | undefined): Promise<boolean> => {
      const opaque = opaquePassword(typed)
      const fits = fitsBcrypt(opaque)
      const password = fits ? opaque : ''
      const isSame = await run({ work: 'compare', password, hash: hash ?? dummyHash(cost) })
      return isSame === true && fits && hash !== undefined
    },
    /** Ignores case, and punctuation around the password. */
    isCommon: async (password: string): Promise<boolean> =>
      (await run({ work: 'is-common', password: opaquePassword(password) })) === true,
    stop,
  }
}

interface Answer {
  readonly result: string | boolean
  readonly error?: string
}

/** Threads start with their first work. One that dies is replaced by the next work. */
function createThreads({ program = PROGRAM, stepsBack = true, onDeath }: PasswordsOptions) {
  const inTurn = pLimit(THREADS)
  const threads = new Set<Worker>()
  const idle = new Set<Worker>()
  let isStopped = false

  function start(): Worker {
    const started = new Worker(program, { workerData: { stepsBack } })
    const forget = (): void => {
      for (const all of [threads, idle]) all.delete(started)
    }
    threads.add(started.on('error', forget).on('exit', forget))
    return started
  }

  async function answer(message: object): Promise<Answer> {
    const [thread = start()] = idle
    idle.delete(thread)
    try {
      const answered = await answerOf(thread, message)
      idle.add(thread)
      return answered
    } catch (error) {
      if (!isStopped) onDeath?.(error)
      throw new Refusal('unavailable', undefined, { retryAfterSeconds: RETRY_SECONDS })
    }
  }

  return {
    /** @throws Refusal unavailable when the thread ended */
    run: async (message: object): Promise<string | boolean> => {
      const { result, error } = await inTurn(() => answer(message))
      if (error !== undefined) throw new Error(error)
      return result
    },
    stop: async (): Promise<void> => {
      isStopped = true
      await Promise.all([...threads].map((thread) => thread.terminate()))
    },
  }
}

async function answerOf(thread: Worker, message: object): Promise<Answer> {
  const answered = new AbortController()
  const { signal } = answered
  thread.postMessage(message)
  const died = once(thread, 'exit', { signal }).then(([code]) => {
    throw new Error(`the worker that hashes passwords ended with ${code}`)
  })
  try {
    return await Promise.race([once(thread, 'message', { signal }).then(([one]) => one as Answer), died])
  } finally {
    answered.abort()
  }
}
