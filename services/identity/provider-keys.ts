import * as oidc from 'openid-client'

export interface ProviderKeys {
  use<Result>(config: oidc.Configuration, work: () => Promise<Result>): Promise<Result>
}

/** The library fetches keys again for an unknown key at this age. */
const STALE_SECONDS = 60
const EARLY_FETCHES_MAX = 10

/** Backdates cached keys a limited number of times, so that a provider's new key is accepted at once. */
export function createProviderKeys(nowSeconds: () => number): ProviderKeys {
  let known: oidc.ExportedJWKSCache | undefined
  let earlyFetches: readonly number[] = []

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
