import { LRUCache } from 'lru-cache'
import type { PublicProfile } from '@app/contracts/api/public-calls.ts'
import type { RenderedPage } from '@app/contracts/public-page.ts'
import { readyPage, type ReadyPage } from '../http/compression/send-page.ts'

/** Some 500 profiles with a page each, plain and compressed. */
const KEPT_BYTES_MAX = 32_000_000

export interface ReadyPages {
  /** The page of a profile as it is now. */
  of(profile: PublicProfile): ReadyPage
}

/** Keyed by all that a page shows, so that a changed profile never finds its old page, and an unchanged one is rendered once. */
export function createReadyPages(render: (profile: PublicProfile) => RenderedPage): ReadyPages {
  const pages = new LRUCache<string, ReadyPage>({
    maxSize: KEPT_BYTES_MAX,
    // Two compressed copies together are smaller than the plain one.
    sizeCalculation: ({ body }, key) => 2 * (body.plain.length + key.length),
  })
  return {
    of: (profile) => {
      const key = JSON.stringify(profile)
      const found = pages.get(key)
      if (found !== undefined) return found
      const page = readyPage(render(profile))
      pages.set(key, page)
      return page
    },
  }
}
