import type { RequestListener } from 'node:http'
import express, { type Express } from 'express'
import { z } from 'zod'
import { postTrack } from '@app/contracts/api/public-calls.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { Log } from '@app/observability/log.ts'
import type { SubscriptionIds } from '@app/vault/keys/subscription-ids.ts'
import { adminRoutes, type AdminDeps } from './admin/admin-routes.ts'
import { createListExports, type ListExportDeps } from './admin/list-export.ts'
import { analyticsRoutes, type AnalyticsDeps } from './analytics/analytics-routes.ts'
import type { AuthDeps } from './accounts/auth-deps.ts'
import { authRoutes } from './accounts/auth-routes.ts'
import { crashRoutes } from './served/crash-routes.ts'
import { exportRoutes, type ExportDeps } from './accounts/export/export-routes.ts'
import { serveDirectly } from './http/direct-call.ts'
import { docsRoutes } from './served/docs-routes.ts'
import { errorHandler } from './http/errors.ts'
import { externalRoutes, type ExternalDeps } from './accounts/external-routes.ts'
import { healthRoutes, type HealthDeps } from './served/health-routes.ts'
import { historyRoutes, type HistoryRouteDeps } from './history/history-routes.ts'
import { liveRoutes, stillOpenRoutes, type LiveDeps } from './live/live-routes.ts'
import { imageRoutes, type ImageDeps } from './profiles/image-routes.ts'
import { refuseLongAddresses } from './http/long-address.ts'
import { mailPageRoutes, type MailPage } from './mail-page/mail-page-routes.ts'
import { mailboxRoutes, type MailboxRouteDeps } from './rights/mailbox/mailbox-routes.ts'
import { methodNotAllowed } from './http/method-not-allowed.ts'
import { refuseWritesWithoutSpace } from './http/no-space.ts'
import { formRoutes, type FormRouteDeps } from './public-page/forms/form-routes.ts'
import { myDataRoutes, type MyDataDeps } from './public-page/my-data-routes.ts'
import { pageRoutes, type PageDeps } from './public-page/page-routes.ts'
import { pastRoutes, type PastDeps } from './history/past-routes.ts'
import type { RecordReading } from './history/record-reading.ts'
import { createShownRecorder } from './history/record-shown.ts'
import { projectionRoutes, type ProjectionDeps } from './projections/projection-routes.ts'
import { profileRoutes, type ProfileDeps } from './profiles/profile-routes.ts'
import { privacyRoutes, type PrivacyDeps } from './public-page/privacy-routes.ts'
import { answerTrack, publicRoutes, type PublicDeps } from './public-page/public-routes.ts'
import { quotationRoutes, type QuotationDeps } from './quotations/quotation-routes.ts'
import { reminderLinkRoutes, type LinkRouteDeps } from './reminders/link-routes.ts'
import { mailReportRoutes, type MailReportDeps } from './reminders/mail-report-routes.ts'
import { subscribeRoutes, type SubscribeRouteDeps } from './reminders/subscribe-routes.ts'
import { requestRoutes, type RequestRouteDeps } from './rights/requests/request-routes.ts'
import { expedienteRoutes, type ExpedienteDeps } from './record/expediente-routes.ts'
import { registryRoutes, type RegistryDeps } from './record/registry-routes.ts'
import { sealRoutes, type SealDeps } from './record/seal-routes.ts'
import { createEvidence } from './rights/evidence/evidence.ts'
import {
  evidenceRoutes,
  mailboxEvidenceRoutes,
  type EvidenceRouteDeps,
} from './rights/evidence/evidence-routes.ts'
import { sharingRoutes, type SharingDeps } from './public-page/sharing-routes.ts'
import { securityHeaders, setHeaders, type Headers } from './http/security.ts'
import { createDocuments } from './served/documents.ts'
import { landingRoutes } from './served/landing-routes.ts'
import { createWebFiles, type WebFiles } from './served/web-files.ts'
import { cardWorkerRoute, unknownPage, webRoutes } from './served/web-routes.ts'
import { wellKnownRoutes, type WellKnownDeps } from './served/well-known-routes.ts'

export interface AppDeps
  extends
    AdminDeps,
    AnalyticsDeps,
    AuthDeps,
    EvidenceRouteDeps,
    ExpedienteDeps,
    ExportDeps,
    ExternalDeps,
    FormRouteDeps,
    HealthDeps,
    HistoryRouteDeps,
    ImageDeps,
    LinkRouteDeps,
    ListExportDeps,
    LiveDeps,
    MailReportDeps,
    MyDataDeps,
    PageDeps,
    PastDeps,
    PrivacyDeps,
    PublicDeps,
    ProfileDeps,
    ProjectionDeps,
    QuotationDeps,
    RegistryDeps,
    RequestRouteDeps,
    SealDeps,
    SharingDeps,
    SubscribeRouteDeps,
    WellKnownDeps {
  readonly subscriptionIds: SubscriptionIds
  readonly log: Log
  readonly webRoot: string
  /** Defined only where the product is tried without a mail server, never in production. */
  readonly mailPage: MailPage | undefined
  readonly hasSpace: () => boolean
  readonly mailbox: MailboxParts
  readonly recordReading: RecordReading
}

/** Of the calls behind a mailed link, besides what other calls need too. */
type MailboxParts = Omit<MailboxRouteDeps, keyof Omit<AppDeps, 'mailbox'>>

// People read the fault of a field, so it is Spanish; for a missing field it says what to do.
z.config({
  ...z.locales.es(),
  customError: ({ input }) => (input === undefined || input === null ? 'Completa este campo.' : undefined),
})

export function createApp(deps: AppDeps): RequestListener {
  const headers = securityHeaders(deps.publicUrl)
  const answer = answerTrack(deps)
  const served = serveDirectly({ ...deps, call: postTrack, answer, headers }, createExpressApp(deps, headers))
  return refuseLongAddresses(deps.log, headers, served)
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
  app.use(refuseWritesWithoutSpace(deps.hasSpace))
  app.use(express.json({ limit: LIMITS.bodyBytesMax, type: 'application/json' }))
  const files = createWebFiles(deps.webRoot)
  // First, because visitors' phones call these, and Express asks the routers in order.
  addPublicPageRoutes(app, deps, files)
  addCallRoutes(app, deps)
  app.use(methodNotAllowed(app))
  app.use('/api', () => {
    throw new Refusal('not-found')
  })
  app.use(landingRoutes(deps))
  const documents = createDocuments(deps.webRoot, deps.publicUrl)
  app.use(webRoutes(files, documents))
  app.use(unknownPage(files, documents))
  app.use(errorHandler(deps.log))
  return app
}

function addPublicPageRoutes(app: Express, deps: AppDeps, files: WebFiles): void {
  app.use(publicRoutes(deps))
  app.use(myDataRoutes(deps))
  app.use(stillOpenRoutes(deps))
  app.use(healthRoutes(deps))
  app.use(cardWorkerRoute(files))
  app.use(pageRoutes(deps))
  app.use(sharingRoutes(deps))
  app.use(formRoutes(deps))
  app.use(privacyRoutes(deps))
}

function addCallRoutes(app: Express, deps: AppDeps): void {
  app.use(authRoutes(deps))
  app.use(exportRoutes(deps))
  app.use(externalRoutes(deps))
  app.use(profileRoutes(deps))
  app.use(pastRoutes(deps, deps.recordReading))
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
  app.use(projectionRoutes(deps))
  app.use(historyRoutes(deps, exports, deps.recordReading))
  app.use(analyticsRoutes(deps))
  app.use(liveRoutes(deps))
  app.use(sealRoutes(deps))
  app.use(expedienteRoutes(deps, deps.recordReading))
  const evidence = createEvidence(deps)
  app.use(evidenceRoutes(deps, evidence, recordShown))
  app.use(mailboxEvidenceRoutes({ ...deps, ...deps.mailbox }, evidence))
  app.use(registryRoutes(deps))
  app.use(crashRoutes(deps))
  app.use(docsRoutes(deps.publicUrl))
  app.use(wellKnownRoutes(deps))
  if (deps.mailPage !== undefined) app.use(mailPageRoutes(deps.mailPage))
}
