import type { ProductDeps } from './product-deps.ts'

const LOOK_EVERY_MS = 3_600_000
/** However many people are forgotten: to wrap all keys anew takes its time. */
const EPOCH_MS_MIN = 24 * 3_600_000

/** Begins another epoch once keys were destroyed in this one, and finishes what another process left half done. */
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
