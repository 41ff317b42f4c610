import type { RequestListener } from 'node:http'
import express, { type Express } from 'express'
import { z } from 'zod'
import { postTrack } from '@app/contracts/api/public.ts'
import { LIMITS } from '@app/contracts/limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { Log } from '@app/outside/log.ts'
import { adminRoutes } from './admin-routes.ts'
import { analyticsRoutes, type AnalyticsDeps } from './analytics-routes.ts'
import { authRoutes, type AuthDeps } from './auth-routes.ts'
import { serveDirectly } from './direct-call.ts'
import { docsRoutes } from './docs-routes.ts'
import { errorHandler } from './errors.ts'
import { healthRoutes, type HealthDeps } from './health-routes.ts'
import { pageRoutes, type PageDeps } from './page-routes.ts'
import { answerTrack, publicRoutes, type PublicDeps } from './public-routes.ts'
import { securityHeaders, setHeaders, type Headers } from './security.ts'
import { webRoutes } from './web-routes.ts'

export interface AppDeps extends AnalyticsDeps, AuthDeps, HealthDeps, PageDeps, PublicDeps {
  readonly log: Log
  readonly webRoot: string
}

// What people read of a refused field is in their language.
z.config(z.locales.es())

/** The whole HTTP interface as a function of what it depends on. */
export function createApp(deps: AppDeps): RequestListener {
  const headers = securityHeaders()
  const answer = answerTrack(deps)
  return serveDirectly({ ...deps, call: postTrack, answer, headers }, createExpressApp(deps, headers))
}

export function createExpressApp(deps: AppDeps, headers: Headers): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  // Forwarded addresses are not believed: they would let anyone be any visitor.
  app.set('trust proxy', false)
  app.set('query parser', 'simple')
  app.use((_request, response, next) => {
    setHeaders(response, headers)
    next()
  })
  app.use(express.json({ limit: LIMITS.bodyBytesMax, type: 'application/json' }))
  // First what phones call: each router before it would be asked in vain.
  app.use(publicRoutes(deps))
  app.use(healthRoutes(deps))
  app.use(pageRoutes(deps))
  app.use(authRoutes(deps))
  app.use(adminRoutes(deps))
  app.use(analyticsRoutes(deps))
  app.use(docsRoutes(deps.publicUrl))
  app.use('/api', () => {
    throw new Refusal('not-found')
  })
  app.use(webRoutes(deps.webRoot))
  app.use((_request, response) => {
    response.status(404).sendFile('index.html', { root: deps.webRoot })
  })
  app.use(errorHandler(deps.log))
  return app
}
