import type { RequestListener } from 'node:http'
import express, { type Express, type Router } from 'express'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { Ctx } from '../platform/ctx.ts'
import { methodNotAllowed } from '../platform/http/allowed-methods.ts'
import { errorHandler, refuseWritesWithoutSpace } from '../platform/http/errors.ts'
import { cutLongAddresses } from '../platform/http/http-server.ts'
import { faultsInSpanish } from '../platform/http/parse-call.ts'
import { securityHeaders } from '../platform/http/security-headers.ts'
import { setHeaders, type Headers } from '../platform/http/send.ts'
import { mailPageRoutes } from '../platform/mail/mail-page-routes.ts'
import { crashRoutes } from '../platform/served/health-routes.ts'
import { createDocuments, createWebFiles } from '../platform/served/web-files.ts'
import { unknownPage, webRoutes, landingRoutes } from '../platform/served/web-routes.ts'
import { docsRoutes, wellKnownRoutes } from '../platform/served/well-known-routes.ts'
import { clickLane } from '../taps/click-lane.ts'
import { mendAddresses } from '../taps/mended-address.ts'

faultsInSpanish()

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
