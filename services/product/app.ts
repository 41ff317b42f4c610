import type { RequestListener } from 'node:http'
import express, { type Express, type RequestHandler, type Router } from 'express'
import { z } from 'zod'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { Ctx } from '../platform/ctx.ts'
import { errorHandler, refuseWritesWithoutSpace } from '../platform/http/errors.ts'
import { securityHeaders, setHeaders, type Headers } from '../platform/http/send.ts'
import { mailPageRoutes } from '../platform/mail-page/mail-page-routes.ts'
import { crashRoutes } from '../platform/served/health-routes.ts'
import { createDocuments, createWebFiles } from '../platform/served/web-files.ts'
import { unknownPage, webRoutes, landingRoutes } from '../platform/served/web-routes.ts'
import { docsRoutes, wellKnownRoutes } from '../platform/served/well-known-routes.ts'
import { clickLane } from '../taps/click-lane.ts'
import { mendAddresses } from '../taps/mended-address.ts'

// People read the fault of a field, so it is Spanish; for a missing field it says what to do.
z.config({
  ...z.locales.es(),
  customError: ({ input }) => (input === undefined || input === null ? 'Completa este campo.' : undefined),
})

/** @param routers Express tries them in order: first those that visitors' phones call */
export function createApp(ctx: Ctx, routers: readonly Router[]): RequestListener {
  const headers = securityHeaders(ctx.publicUrl)
  return cutLongAddresses(clickLane(ctx, headers, createExpressApp(ctx, headers, routers)))
}

export function createExpressApp(ctx: Ctx, headers: Headers, routers: readonly Router[]): Express {
  const { publicUrl, webRoot, mailPage } = ctx
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  // Only client-address.ts decides which forwarded addresses count.
  app.set('trust proxy', false)
  app.set('query parser', 'simple')
  app.use((_request, response, next) => {
    setHeaders(response, headers)
    next()
  })
  app.use(mendAddresses(ctx))
  app.use(refuseWritesWithoutSpace(ctx.hasSpace))
  app.use(express.text({ limit: LIMITS.bodyBytesMax, type: 'application/json' }))
  for (const router of routers) app.use(router)
  app.use(crashRoutes(ctx))
  app.use(docsRoutes(publicUrl))
  app.use(wellKnownRoutes(ctx))
  if (mailPage !== undefined) app.use(mailPageRoutes(mailPage))
  app.use(methodNotAllowed(app))
  app.use('/api', () => {
    throw new Refusal('not-found')
  })
  app.use(landingRoutes(webRoot, publicUrl))
  const files = createWebFiles(webRoot)
  const documents = createDocuments(webRoot, publicUrl)
  app.use(webRoutes(files, documents))
  app.use(unknownPage(files, documents))
  app.use(errorHandler(ctx.log))
  return app
}

/** To one that there is not, before Express, which would match all of it against every route. */
const cutLongAddresses =
  (otherwise: RequestListener): RequestListener =>
  (request, response) => {
    const { url = '' } = request
    if (url.length > LIMITS.addressCharsMax) request.url = url.startsWith('/api/') ? '/api/-' : '/-'
    return otherwise(request, response)
  }

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
const methodNotAllowed =
  (app: Express): RequestHandler =>
  (request, response, next) => {
    const routes = routesOf(app).filter((layer) => layer.match(request.path))
    const named = routes.flatMap(({ route }) => Object.keys(route!.methods).map((name) => name.toUpperCase()))
    const allow = [...new Set([...named, ...(named.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])]
    if (routes.length === 0 || allow.includes(request.method)) return next()
    response.setHeader('Allow', allow.join(', '))
    throw new Refusal('method-not-allowed')
  }
