import { RETENTION } from '@app/contracts/privacy/retention.ts'
import type { ProductDeps } from './product-deps.ts'

const LOOK_EVERY_MS = 3_600_000
/** At most once a day, because wrapping all keys takes long. */
const EPOCH_MS_MIN = RETENTION.copiesHours * 3_600_000

/** Begins an epoch after keys were destroyed, and completes one that was left unfinished. */
export function openEpochs({ backend: { epochs }, log, onStop }: ProductDeps): void {
  let looking: Promise<void> | undefined
  const look = (): void => {
    looking ??= (async () => {
      const state = (await epochs.isDue(EPOCH_MS_MIN)) ? await epochs.renew() : await epochs.finish()
      if (state !== undefined && state.rewrapped > 0) log.info(state, 'keys were wrapped anew')
    })()
      .catch((error: unknown) => log.warn({ err: error }, 'keys could not be wrapped anew'))
      .finally(() => {
        looking = undefined
      })
  }
  look()
  const timer = setInterval(look, LOOK_EVERY_MS)
  onStop(async () => {
    clearInterval(timer)
    await looking
  })
}
