import type { ProductDeps } from './product-deps.ts'

const LOOK_EVERY_MS = 3_600_000
/** Wrapping all keys takes long, so at most once a day, however many people are erased. */
const EPOCH_MS_MIN = 24 * 3_600_000

/**
 * Begins an epoch once keys were destroyed in the current one, and completes one that another process left
 * unfinished.
 */
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
