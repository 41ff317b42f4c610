import type { MailPage } from '@app/api/mail-page/mail-page-routes.ts'
import type { HttpServer } from '@app/api/http/http-server.ts'
import type { FirstPassword } from '@app/identity/first-password.ts'
import type { Log } from '@app/observability/log.ts'
import type { MeasuredDatabase } from '@app/observability/measured-database.ts'
import type { Secrets } from '@app/settings/secrets.ts'
import type { Settings } from '@app/settings/settings.ts'
import type { Backend } from './open-backend.ts'

/** What the product is started over, and with. */
export interface ProductDeps {
  readonly settings: Settings
  readonly secrets: Secrets
  readonly backend: Backend
  /** Absent with a database of somebody else's. */
  readonly embedded: MeasuredDatabase | undefined
  readonly server: HttpServer
  readonly firstPassword: FirstPassword
  /** The page of kept mails, where there is one. */
  readonly mailPage: MailPage | undefined
  readonly log: Log
  /** Folder of the built program: the web client and the public page's bundle. */
  readonly dist: string
  readonly say: (line: string) => void
  /** Aborted when the start is no longer wanted. */
  readonly signal: AbortSignal
  /** Takes what must be closed again, whether the start succeeds or not; the last opened is closed first. */
  readonly onStop: (close: () => Promise<void>) => void
}
