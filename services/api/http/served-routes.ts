import type { Express } from 'express'

export interface ServedRoute {
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
