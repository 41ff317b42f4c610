/** Outside of the database, so that no copy of it opens what a destroyed key has wrapped. */
export interface EpochKeys {
  /** 32 bytes. */
  find(epoch: number): Promise<Buffer | undefined>
  /** Durable when it resolves. An existing key stays as it is. */
  make(epoch: number): Promise<Buffer>
  destroy(epoch: number): Promise<void>
}

/** For installations without epochs: the master key itself wraps the keys. */
export const NO_EPOCH_KEYS: EpochKeys = {
  find: async () => undefined,
  make: async (epoch) => {
    throw new Error(`there is no place for the key of epoch ${epoch}`)
  },
  destroy: async () => undefined,
}
