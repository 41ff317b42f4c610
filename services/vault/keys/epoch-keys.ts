/**
 * The keys of epochs. They lie outside of the database, so that no copy of it opens what was wrapped under one that is
 * destroyed: files beside the secrets, a mounted folder that several processes share, or a key service.
 */
export interface EpochKeys {
  /** 32 bytes; undefined where there is none, or none any more. */
  find(epoch: number): Promise<Buffer | undefined>
  /** The epoch's key, durable when it resolves. One that exists already stays as it is. */
  make(epoch: number): Promise<Buffer>
  /** Nobody gets the key back. Twice is harmless. */
  destroy(epoch: number): Promise<void>
}

/** Where no epoch ever begins: keys are wrapped by the master key itself. */
export const NO_EPOCH_KEYS: EpochKeys = {
  find: async () => undefined,
  make: async (epoch) => {
    throw new Error(`there is no place for the key of epoch ${epoch}`)
  },
  destroy: async () => undefined,
}
