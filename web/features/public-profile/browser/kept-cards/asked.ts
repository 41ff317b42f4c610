/** Requests that the worker answers. Others go to the network as if there were no worker. */
export type Asked =
  { readonly kind: 'card'; readonly path: string } | { readonly kind: 'part'; readonly address: string }

interface Requested {
  readonly method: string
  readonly mode: string
  readonly url: string
}

const CARD = /^\/pages\/[a-z0-9-]+$/
const PART = /^\/(?:public-assets|api\/files)\/[\w.-]+$/

/** Undefined for addresses of other sites. */
function pathOf(address: unknown, origin: string): string | undefined {
  try {
    const url = new URL(String(address), origin)
    return url.origin === origin ? url.pathname : undefined
  } catch {
    return undefined
  }
}

export function askedOf({ method, mode, url }: Requested, origin: string): Asked | undefined {
  const path = pathOf(url, origin)
  if (method !== 'GET' || path === undefined) return undefined
  if (mode === 'navigate') return CARD.test(path) ? { kind: 'card', path } : undefined
  return PART.test(path) ? { kind: 'part', address: url } : undefined
}

/** A page's message to the worker once it was visible. */
export interface SeenCard {
  readonly address: string
  readonly parts: readonly string[]
}

/** A seen card with its path, and only those parts that the worker may keep. */
export function seenCardOf(
  said: unknown,
  origin: string,
): (SeenCard & { readonly path: string }) | undefined {
  const { address, parts } = (said || {}) as Partial<Record<keyof SeenCard, unknown>>
  const path = pathOf(address, origin)
  if (path === undefined || !CARD.test(path) || !Array.isArray(parts)) return undefined
  const kept = parts.map(String).filter((part) => PART.test(pathOf(part, origin) || ''))
  return { address: String(address), path, parts: [...new Set(kept)] }
}
