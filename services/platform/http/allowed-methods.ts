import type { Express, RequestHandler } from 'express'
import { Refusal } from '@app/contracts/refusals.ts'

interface Layer {
  readonly route?: { readonly path: string | readonly string[]; readonly methods: Record<string, boolean> }
  readonly handle: { readonly stack?: readonly Layer[] }
  match(path: string): boolean
}

const layersOf = (layers: readonly Layer[]): readonly Layer[] =>
  layers.flatMap((layer) => (layer.route === undefined ? layersOf(layer.handle.stack ?? []) : [layer]))
const routesOf = (app: Express) => layersOf(app.router.stack as unknown as readonly Layer[])

export const servedRoutes = (app: Express) =>
  routesOf(app).flatMap(({ route }) =>
    [route!.path].flat().map((path) => ({ path, methods: Object.keys(route!.methods) })),
  )

/** Mounted after all routes. Express answers HEAD for every GET, and OPTIONS everywhere. */
export const methodNotAllowed =
  (app: Express): RequestHandler =>
  (request, response, next) => {
    const routes = routesOf(app).filter((layer) => layer.match(request.path))
    const named = routes.flatMap(({ route }) => Object.keys(route!.methods).map((name) => name.toUpperCase()))
    const allow = [...new Set([...named, ...(named.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])]
    if (routes.length === 0 || allow.includes(request.method)) return next()
    response.setHeader('Allow', allow.join(', '))
    throw new Refusal('method-not-allowed')
  }
