import pLimit from 'p-limit'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { opaquePassword } from '@app/contracts/fields/credentials.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'

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

export interface PasswordsOptions extends HashingOptions {
  readonly cost?: number
}

export function createPasswords({ cost = COST, ...options }: PasswordsOptions = {}): Passwords {
  const [first, second] = [createHashingThread(options), createHashingThread(options)]
  const run: typeof first.run = (message) =>
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

export interface HashingOptions {
  readonly program?: URL
  readonly stepsBack?: boolean
  readonly onDeath?: (error: unknown) => void
}

const PROGRAM = new URL('./password-worker.mjs', import.meta.url)
const RETRY_SECONDS = 2

interface Answer {
  readonly result: string | boolean
  readonly error?: string
}

/** A thread of low priority, because taps need the cores too. The next work starts it again after its death. */
export function createHashingThread({
  program = PROGRAM,
  stepsBack = true,
  onDeath = () => undefined,
}: HashingOptions = {}) {
  const inTurn = pLimit(1)
  let worker: Worker | undefined
  let isStopped = false

  function start(): Worker {
    const started = new Worker(program, { workerData: { stepsBack } })
    started.unref()
    const forget = (): void => {
      if (worker === started) worker = undefined
    }
    started.on('error', forget).on('exit', forget)
    return started
  }

  async function answer(message: object): Promise<Answer> {
    try {
      return await answerOf((worker ??= start()), message)
    } catch (error) {
      if (!isStopped) onDeath(error)
      throw new Refusal('unavailable', undefined, { retryAfterSeconds: RETRY_SECONDS })
    }
  }

  return {
    waiting: () => inTurn.activeCount + inTurn.pendingCount,
    /** @throws Refusal unavailable when the thread ended */
    run: async (message: object): Promise<string | boolean> => {
      const { result, error } = await inTurn(() => answer(message))
      if (error !== undefined) throw new Error(error)
      return result
    },
    stop: async () => {
      isStopped = true
      await worker?.terminate()
    },
  }
}

async function answerOf(worker: Worker, message: object): Promise<Answer> {
  const answered = new AbortController()
  const { signal } = answered
  worker.postMessage(message)
  const died = once(worker, 'exit', { signal }).then(([code]) => {
    throw new Error(`the worker that hashes passwords ended with ${code}`)
  })
  try {
    return await Promise.race([once(worker, 'message', { signal }).then(([one]) => one as Answer), died])
  } finally {
    answered.abort()
  }
}
