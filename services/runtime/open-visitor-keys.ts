import { randomBytes } from 'node:crypto'
import { createVisitorKeys, type VisitorKeys } from '@app/vault/keys/visitor-keys.ts'
import type { ProductDeps } from './product-deps.ts'

const FORGET_EVERY_MS = 3_600_000

/** Makes one key a day, and destroys old salts every hour. */
export function openVisitorKeys({ backend, secrets, log, onStop }: ProductDeps): VisitorKeys {
  const { app: db, now, monotonicMs } = backend
  const keys = createVisitorKeys({ db, secret: secrets.visitor, random: randomBytes, now, monotonicMs })
  const timer = setInterval(() => {
    keys
      .forgetOld()
      .catch((error: unknown) => log.warn({ err: error }, 'old visitor salts could not be destroyed'))
  }, FORGET_EVERY_MS)
  onStop(async () => clearInterval(timer))
  return keys
}
