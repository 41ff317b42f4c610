import type { Express, RequestHandler } from 'express'
import { Refusal } from '@app/contracts/refusals.ts'

interface ServedRoute {
  readonly path: string
  /** Lower case. */
  readonly methods: readonly string[]
}

interface Layer {
  readonly route?: { readonly path: string | readonly string[]; readonly methods: Record<string, boolean> }
  readonly handle: { readonly stack?: readonly Layer[] }
}

export function servedRoutes(app: Express): readonly ServedRoute[] {
  const routes = (layers: readonly Layer[]): readonly ServedRoute[] =>
    layers.flatMap(({ route, handle }) => {
      if (route === undefined) return routes(handle.stack ?? [])
      const methods = Object.keys(route.methods)
      return [route.path].flat().map((path) => ({ path, methods }))
    })
  return routes(app.router.stack as unknown as readonly Layer[])
}

/** Like Express: any case, with or without a slash at the end. */
const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/:\w+/g, '[^/]+')}/?$`, 'i')

/** Express answers HEAD for every GET, and OPTIONS everywhere. */
function allowed(methods: readonly string[]): readonly string[] {
  const named = methods.map((method) => method.toUpperCase())
  return [...new Set([...named, ...(named.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])]
}

/** Mounted after all routes, which it reads at the first request. */
export function methodNotAllowed(app: Express): RequestHandler {
  let routes: readonly { readonly pattern: RegExp; readonly methods: readonly string[] }[] | undefined
  return (request, response, next) => {
    routes ??= servedRoutes(app).map(({ path, methods }) => ({ pattern: patternOf(path), methods }))
    const found = routes.filter(({ pattern }) => pattern.test(request.path))
    const allow = allowed(found.flatMap(({ methods }) => methods))
    if (found.length === 0 || allow.includes(request.method)) return next()
    response.setHeader('Allow', allow.join(', '))
    throw new Refusal('method-not-allowed')
  }
}
