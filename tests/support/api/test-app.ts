import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PublicPageRenderer } from '@app/contracts/taps/public-page.ts'
import { createLog } from '@app/services/platform/observability/log.ts'
import { createMetrics } from '@app/services/platform/observability/metrics.ts'
import { readSettings, type Settings } from '@app/services/platform/settings/settings.ts'
import { createProduct, type RunningProduct } from '@app/services/product/create-product.ts'
import { ctxOf, type Parts } from '@app/services/platform/ctx.ts'
import { createLedgerInMemory } from '@app/services/privacy/testing/ledger-in-memory.ts'
import { SECRETS } from './test-backend.ts'

export const PUBLIC_URL = 'https://tarjeta.example'
const DIST = join(import.meta.dirname, '../../../dist')

export type TestProductParts = Pick<
  Parts,
  'backend' | 'externalLogin' | 'mailer' | 'onStop' | 'passwords' | 'headFile' | 'securityLog' | 'tuning'
> & {
  /** In memory by default. */
  readonly besideDatabase?: Partial<Parts['besideDatabase']>
  readonly log: Parts['log'] | undefined
  readonly settings: Partial<Settings>
}

/** Of this process's products: each `import` of the build reads and transforms all of it again. */
let renderer: Promise<PublicPageRenderer> | undefined

/** The product as standalone starts it, without settings, secrets and words of a real installation. */
export const createTestProduct = async ({
  settings,
  log,
  besideDatabase,
  ...parts
}: TestProductParts): Promise<RunningProduct> =>
  createProduct(
    ctxOf({
      ...parts,
      secrets: SECRETS,
      settings: {
        ...readSettings({}),
        ...settings,
        publicUrl: PUBLIC_URL,
        mailFrom: 'hola@tarjeta.example',
      },
      embedded: undefined,
      kafka: undefined,
      besideDatabase: {
        ledger: createLedgerInMemory(),
        removeMailsTo: async () => 0,
        removeMailsBefore: async () => 0,
        ...besideDatabase,
      },
      mailPage: undefined,
      renderer: await (renderer ??= loadRenderer()),
      webRoot: join(DIST, 'web'),
      metrics: createMetrics(),
      log: log ?? createLog('silent'),
      say: () => undefined,
    }),
  )

const notBuilt = (): never => {
  throw new Error('dist/server has no public page: run npm run build')
}

/** The real one, if it is built, as `npm test` does first; otherwise pages fail loudly, and the rest is tested. */
async function loadRenderer(): Promise<PublicPageRenderer> {
  const bundle = join(DIST, 'server', 'public-page.js')
  if (!existsSync(bundle))
    return {
      profile: notBuilt,
      notFound: notBuilt,
      privacy: notBuilt,
      previewCard: notBuilt,
      reminder: notBuilt,
    }
  const built = (await import(pathToFileURL(bundle).href)) as { default(): PublicPageRenderer }
  return built.default()
}
