import * as oidc from 'openid-client'

export interface ProviderKeys {
  use<Result>(config: oidc.Configuration, work: () => Promise<Result>): Promise<Result>
}

/** From this age on the library fetches keys again for a token of an unknown key. */
const STALE_SECONDS = 60
const EARLY_FETCHES_MAX = 10

/**
 * A provider may change its keys just after they were fetched, and its next token must be accepted. So cached
 * keys are dated back by a minute, a limited number of times a minute.
 */
export function createProviderKeys(nowSeconds: () => number): ProviderKeys {
  let known: oidc.ExportedJWKSCache | undefined
  let earlyFetches: readonly number[] = []

  /** @returns the date given to the keys */
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
