import type { RequestListener } from 'node:http'
import express, { type Express, type RequestHandler } from 'express'
import { z } from 'zod'
import { postTrack } from '@app/contracts/api/public-calls.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { Log } from '@app/observability/log.ts'
import type { UnconfirmedReminders } from '@app/vault/mails/unconfirmed-reminders.ts'
import { adminRoutes } from './admin/admin-routes.ts'
import { createListExports } from './admin/list-export.ts'
import { analyticsRoutes, type AnalyticsDeps } from './analytics/analytics-routes.ts'
import { authRoutes } from './accounts/auth-routes.ts'
import { exportRoutes, type ExportDeps } from './accounts/export-routes.ts'
import { serveDirectly } from './http/direct-call.ts'
import { docsRoutes } from './served/docs-routes.ts'
import { errorHandler, refuseWritesWithoutSpace } from './http/errors.ts'
import { externalRoutes, type ExternalDeps } from './accounts/external-routes.ts'
import { healthRoutes, type HealthDeps, crashRoutes } from './served/health-routes.ts'
import { historyRoutes } from './history/history-routes.ts'
import { liveRoutes, type LiveDeps } from './live/live-routes.ts'
import { imageRoutes } from './profiles/image-routes.ts'
import { mailPageRoutes, type MailPage } from './mail-page/mail-page-routes.ts'
import { mailboxRoutes } from './rights/mailbox-routes.ts'
import { myDataRoutes } from './public-page/my-data-routes.ts'
import { pageRoutes } from './public-page/page-routes.ts'
import { mendAddresses } from './public-page/served-page.ts'
import { pastRoutes } from './history/past-routes.ts'
import { createShownRecorder } from './history/record-shown.ts'
import { buildRoutes, type BuildDeps } from './projections/build-routes.ts'
import { parkedRoutes, type ParkedDeps } from './projections/parked-routes.ts'
import { profileRoutes } from './profiles/profile-routes.ts'
import { answerTrack, publicRoutes } from './public-page/public-routes.ts'
import { quotationRoutes } from './quotations/quotation-routes.ts'
import { reminderLinkRoutes } from './reminders/link-routes.ts'
import { subscribeRoutes, mailReportRoutes } from './reminders/subscribe-routes.ts'
import { requestRoutes } from './rights/request-routes.ts'
import { recordRoutes, type RecordDeps } from './record/record-routes.ts'
import { sharingRoutes } from './public-page/sharing-routes.ts'
import { securityHeaders, setHeaders, type Headers } from './http/security-headers.ts'
import { createDocuments } from './served/documents.ts'
import { createWebFiles } from './served/web-files.ts'
import { unknownPage, webRoutes, landingRoutes } from './served/web-routes.ts'
import { wellKnownRoutes, type WellKnownDeps } from './served/well-known-routes.ts'
import type { AdminDeps } from './admin/admin-deps.ts'
import type { HistoryDeps } from './history/history-deps.ts'
import type { ProfileDeps } from './profiles/profile-deps.ts'
import type { PublicPageDeps } from './public-page/public-page-deps.ts'
import type { ReminderDeps } from './reminders/reminder-deps.ts'
import type { RequestDeps } from './rights/request-rows.ts'
import type { MailboxParts } from './rights/opened-mailbox.ts'

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
    ParkedDeps,
    PublicPageDeps,
    RecordDeps,
    ReminderDeps,
    RequestDeps,
    WellKnownDeps {
  readonly unconfirmed: UnconfirmedReminders
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
  const answer = answerTrack(deps)
  const served = serveDirectly({ ...deps, call: postTrack, answer, headers }, createExpressApp(deps, headers))
  return cutLongAddresses(served)
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
  // First, because visitors' phones call these, and Express asks the routers in order.
  addPublicPageRoutes(app, deps)
  addCallRoutes(app, deps)
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

function addPublicPageRoutes(app: Express, deps: AppDeps): void {
  app.use(publicRoutes(deps))
  app.use(myDataRoutes(deps))
  app.use(healthRoutes(deps))
  app.use(pageRoutes(deps))
  app.use(sharingRoutes(deps))
}

function addCallRoutes(app: Express, deps: AppDeps): void {
  app.use(authRoutes(deps))
  app.use(exportRoutes(deps))
  app.use(externalRoutes(deps))
  app.use(profileRoutes(deps))
  app.use(pastRoutes(deps))
  app.use(imageRoutes(deps))
  app.use(quotationRoutes(deps))
  const recordShown = createShownRecorder(deps)
  app.use(requestRoutes(deps, recordShown))
  app.use(subscribeRoutes(deps))
  app.use(reminderLinkRoutes(deps))
  app.use(mailReportRoutes(deps))
  app.use(mailboxRoutes({ ...deps, ...deps.mailbox }))
  const exports = createListExports(deps)
  app.use(adminRoutes(deps, exports))
  app.use(buildRoutes(deps))
  app.use(parkedRoutes(deps))
  app.use(historyRoutes(deps, exports))
  app.use(analyticsRoutes(deps))
  app.use(liveRoutes(deps))
  app.use(recordRoutes(deps))
  app.use(crashRoutes(deps))
  app.use(docsRoutes(deps.publicUrl))
  app.use(wellKnownRoutes(deps))
  if (deps.mailPage !== undefined) app.use(mailPageRoutes(deps.mailPage))
}

/** To one that there is not, before Express, which would match all of it against every route. */
const cutLongAddresses =
  (otherwise: RequestListener): RequestListener =>
  (request, response) => {
    const { url = '' } = request
    if (url.length > LIMITS.addressCharsMax) request.url = url.startsWith('/api/') ? '/api/-' : '/-'
    return otherwise(request, response)
  }

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
function methodNotAllowed(app: Express): RequestHandler {
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
