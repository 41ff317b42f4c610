import * as oidc from 'openid-client'

/** Keys of a provider, as they were last fetched, from one login to the next. */
export interface ProviderKeys {
  /** Some work with the keys that are known, and with those that it fetches itself. */
  use<Result>(config: oidc.Configuration, work: () => Promise<Result>): Promise<Result>
}

/** From this age on the library fetches keys anew for a token whose key it does not find among them. */
const STALE_SECONDS = 60
const EARLY_FETCHES_MAX = 10

/**
 * A provider may change its keys at any moment, and the first token after that must not be refused because keys were
 * fetched a moment ago. So they are lent as if they were a minute old, a bounded number of times a minute.
 */
export function createProviderKeys(nowSeconds: () => number): ProviderKeys {
  let known: oidc.ExportedJWKSCache | undefined
  let earlyFetches: readonly number[] = []

  /** Answers the time that they bear. */
  function lendTo(config: oidc.Configuration): number | undefined {
    if (known === undefined) return undefined
    const staleAt = nowSeconds() - STALE_SECONDS
    earlyFetches = earlyFetches.filter((at) => at > staleAt)
    const mayFetch = earlyFetches.length < EARLY_FETCHES_MAX
    const uat = mayFetch ? Math.min(known.uat, staleAt) : known.uat
    oidc.setJwksCache(config, { ...known, uat })
    return uat
  }

  function keepFrom(config: oidc.Configuration, lent: number | undefined): void {
    const used = oidc.getJwksCache(config)
    if (used === undefined || used.uat === lent) return
    if (known !== undefined && used.uat < known.uat + STALE_SECONDS)
      earlyFetches = [...earlyFetches, used.uat]
    known = used
  }

  return {
    use: async (config, work) => {
      const lent = lendTo(config)
      try {
        return await work()
      } finally {
        keepFrom(config, lent)
      }
    },
  }
}
