import { opaquePassword } from '@app/contracts/fields/credentials.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { createHashingWorker, type HashingWorker, type HashingWorkerOptions } from './hashing-worker.ts'

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
