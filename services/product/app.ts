import type { RequestListener } from 'node:http'
import express, { type Express, type RequestHandler, type Router } from 'express'
import { z } from 'zod'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { Log } from '../platform/observability/log.ts'
import { adminRoutes } from './admin-routes.ts'
import { createListExports } from '../platform/lists/list-export.ts'
import { analyticsRoutes, type AnalyticsDeps } from '../analytics/analytics-routes.ts'
import { authRoutes } from '../accounts/auth-routes.ts'
import { exportRoutes, type ExportDeps } from '../privacy/export-routes.ts'
import { docsRoutes, wellKnownRoutes, type WellKnownDeps } from '../platform/served/well-known-routes.ts'
import { errorHandler, refuseWritesWithoutSpace } from '../platform/http/errors.ts'
import { externalRoutes, type ExternalDeps } from '../accounts/external-routes.ts'
import { healthRoutes, type HealthDeps, crashRoutes } from '../platform/served/health-routes.ts'
import { historyRoutes } from '../audit/history-routes.ts'
import { liveRoutes, type LiveDeps } from '../analytics/live/live-routes.ts'
import { imageRoutes } from '../profiles/image-routes.ts'
import { mailPageRoutes, type MailPage } from '../platform/mail-page/mail-page-routes.ts'
import { mailboxRoutes } from '../privacy/rights/mailbox-routes.ts'
import { myDataRoutes } from '../privacy/rights/my-data-routes.ts'
import { pageRoutes, mendAddresses } from '../taps/page-routes.ts'
import { pastRoutes } from '../audit/past-routes.ts'
import { createShownRecorder, type HistoryDeps } from '../audit/hourly-audit.ts'
import { buildRoutes, type BuildDeps } from '../data/build-routes.ts'
import { profileRoutes } from '../profiles/profile-routes.ts'
import { clickLane } from '../taps/click-lane.ts'
import { publicRoutes } from '../taps/public-routes.ts'
import { quotationRoutes } from '../quotations/routes.ts'
import { reminderLinkRoutes } from '../reminders/link-routes.ts'
import { subscribeRoutes, mailReportRoutes, type ReminderDeps } from '../reminders/subscribe-routes.ts'
import { requestRoutes } from '../privacy/rights/request-routes.ts'
import { recordRoutes, type RecordDeps } from '../record/record-routes.ts'
import { sharingRoutes } from '../taps/sharing-routes.ts'
import { securityHeaders, setHeaders, type Headers } from '../platform/http/send.ts'
import { createDocuments, createWebFiles } from '../platform/served/web-files.ts'
import { unknownPage, webRoutes, landingRoutes } from '../platform/served/web-routes.ts'
import type { AdminDeps } from '../platform/admin-deps.ts'
import type { ProfileDeps } from '../profiles/own-profile.ts'
import type { PublicPageDeps } from '../taps/public-page-deps.ts'
import type { RequestDeps } from '../privacy/rights/request-rows.ts'
import type { MailboxParts } from '../privacy/rights/mailbox-act-route.ts'

export interface AppDeps
  extends
    AdminDeps,
    AnalyticsDeps,
    ExportDeps,
    ExternalDeps,
    HealthDeps,
    HistoryDeps,
    LiveDeps,
    ProfileDeps,
    BuildDeps,
    PublicPageDeps,
    RecordDeps,
    ReminderDeps,
    RequestDeps,
    WellKnownDeps {
  readonly log: Log
  readonly webRoot: string
  /** Defined only where the product is tried without a mail server, never in production. */
  readonly mailPage: MailPage | undefined
  readonly hasSpace: () => boolean
  readonly mailbox: MailboxParts
}

// People read the fault of a field, so it is Spanish; for a missing field it says what to do.
z.config({
  ...z.locales.es(),
  customError: ({ input }) => (input === undefined || input === null ? 'Completa este campo.' : undefined),
})

export function createApp(deps: AppDeps): RequestListener {
  const headers = securityHeaders(deps.publicUrl)
  return cutLongAddresses(clickLane(deps, headers, createExpressApp(deps, headers)))
}

export function createExpressApp(deps: AppDeps, headers: Headers): Express {
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
  app.use(mendAddresses(deps))
  app.use(refuseWritesWithoutSpace(deps.hasSpace))
  app.use(express.json({ limit: LIMITS.bodyBytesMax, type: 'application/json' }))
  const files = createWebFiles(deps.webRoot)
  for (const router of routersOf(deps)) app.use(router)
  app.use(methodNotAllowed(app))
  app.use('/api', () => {
    throw new Refusal('not-found')
  })
  app.use(landingRoutes(deps.webRoot, deps.publicUrl))
  const documents = createDocuments(deps.webRoot, deps.publicUrl)
  app.use(webRoutes(files, documents))
  app.use(unknownPage(files, documents))
  app.use(errorHandler(deps.log))
  return app
}

/** Express tries them in order: first those that visitors' phones call. */
function routersOf(deps: AppDeps): readonly Router[] {
  const exports = createListExports(deps)
  return [
    publicRoutes(deps),
    myDataRoutes(deps),
    healthRoutes(deps),
    pageRoutes(deps),
    sharingRoutes(deps),
    authRoutes(deps),
    exportRoutes(deps),
    externalRoutes(deps),
    profileRoutes(deps),
    pastRoutes(deps),
    imageRoutes(deps),
    quotationRoutes(deps),
    requestRoutes(deps, createShownRecorder(deps)),
    subscribeRoutes(deps),
    reminderLinkRoutes(deps),
    mailReportRoutes(deps),
    mailboxRoutes({ ...deps, ...deps.mailbox }),
    adminRoutes(deps, exports),
    buildRoutes(deps),
    historyRoutes(deps, exports),
    analyticsRoutes(deps),
    liveRoutes(deps),
    recordRoutes(deps),
    crashRoutes(deps),
    docsRoutes(deps.publicUrl),
    wellKnownRoutes(deps),
    ...(deps.mailPage === undefined ? [] : [mailPageRoutes(deps.mailPage)]),
  ]
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

/** Methods in lower case, by path. */
export const servedRoutes = (app: Express) =>
  routesOf(app).flatMap(({ route }) =>
    [route!.path].flat().map((path) => ({ path, methods: Object.keys(route!.methods) })),
  )

/** Mounted after all routes. Express answers HEAD for every GET, and OPTIONS everywhere. */
const methodNotAllowed =
  (app: Express): RequestHandler =>
  (request, response, next) => {
    const found = routesOf(app).filter((layer) => layer.match(request.path))
    const named = found.flatMap(({ route }) => Object.keys(route!.methods).map((name) => name.toUpperCase()))
    const allow = [...new Set([...named, ...(named.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])]
    if (found.length === 0 || allow.includes(request.method)) return next()
    response.setHeader('Allow', allow.join(', '))
    throw new Refusal('method-not-allowed')
  }
