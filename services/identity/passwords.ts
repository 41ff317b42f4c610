import { opaquePassword } from '@app/contracts/fields/password.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { createHashingWorker, type HashingWorkerOptions } from './hashing-worker.ts'

/** Hashes in a worker, so that a login never delays a tap. */
export interface Passwords {
  hash(password: string): Promise<string>
  /** Also compares dummies, so that unknown accounts and older, cheaper hashes take equally long. */
  matches(password: string, hash: string | undefined): Promise<boolean>
  /** Ignores case, and punctuation around the password. */
  isCommon(password: string): Promise<boolean>
  /** Whether the hash was made at another cost than the current one. */
  isOutdated(hash: string): boolean
  stop(): Promise<void>
}

const COST = 10
const TOO_LONG = `La contraseña puede tener hasta ${LIMITS.passwordBytesMax} bytes.`

const prefixOf = (cost: number): string => `$2b$${String(cost).padStart(2, '0')}$`
const dummyHash = (cost: number): string =>
  `${prefixOf(cost)}CwTycUXWue0Thq9StjUM0uJ8.dC1tAYtNcUaQp0q7mFGJ5rCvIZ5K`

/** Each step of the cost doubles the work, so the dummies add up to the difference. */
function restOf(hash: string | undefined, cost: number): readonly string[] {
  const digits = /^\$2[aby]\$(\d\d)\$/.exec(hash ?? '')?.[1]
  const older = digits === undefined ? cost : Number(digits)
  return Array.from({ length: Math.max(0, cost - older) }, (_, step) => dummyHash(older + step))
}

/**
 * The forms of which a hash may have been made: older ones are of the text as it came from its system. They depend on
 * what was typed alone, so that their number says nothing of an account.
 */
function formsOf(typed: string): readonly string[] {
  const opaque = opaquePassword(typed)
  return [...new Set([opaque, typed, opaque.normalize('NFD')])]
}

/** bcrypt silently ignores all text after 72 bytes or a NUL. */
const fitsBcrypt = (password: string): boolean =>
  Buffer.byteLength(password) <= LIMITS.passwordBytesMax && !password.includes('\0')

export interface PasswordsOptions extends HashingWorkerOptions {
  readonly cost?: number
}

export function createPasswords({ cost = COST, ...options }: PasswordsOptions = {}): Passwords {
  const { run, stop } = createHashingWorker(options)
  return {
    hash: async (typed) => {
      const password = opaquePassword(typed)
      if (!fitsBcrypt(password)) throw new Refusal('invalid', TOO_LONG)
      return String(await run({ work: 'hash', password, cost }))
    },
    matches: async (typed, hash) => {
      let isSame = false
      for (const form of formsOf(typed)) {
        const fits = fitsBcrypt(form)
        const password = fits ? form : ''
        const same = await run({ work: 'compare', password, hash: hash ?? dummyHash(cost) })
        for (const dummy of restOf(hash, cost)) await run({ work: 'compare', password, hash: dummy })
        isSame ||= same === true && fits && hash !== undefined
      }
      return isSame
    },
    isCommon: async (password) =>
      (await run({ work: 'is-common', password: opaquePassword(password) })) === true,
    isOutdated: (hash) => !hash.startsWith(prefixOf(cost)),
    stop,
  }
}
