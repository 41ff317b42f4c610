import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PublicPageRenderer } from '@app/contracts/public-page.ts'
import { createLog } from '@app/services/platform/observability/log.ts'
import { createMetrics } from '@app/services/platform/observability/metrics.ts'
import { readSettings, type Settings } from '@app/services/platform/settings/settings.ts'
import { createProduct } from '@app/services/product/create-product.ts'
import type { Parts } from '@app/services/platform/ctx.ts'
import { contextOf } from '@app/services/product/context.ts'
import { SECRETS } from './test-backend.ts'

export const PUBLIC_URL = 'https://tarjeta.example'
const DIST = join(import.meta.dirname, '../../../dist')

type Absent = 'embedded' | 'kafka' | 'mailPage' | 'metrics' | 'renderer' | 'say' | 'secrets' | 'webRoot'
type TestProductParts = Omit<Parts, Absent | 'log' | 'settings'> & {
  readonly log: Parts['log'] | undefined
  readonly settings: Partial<Settings>
}

/** Of this process's products: each `import` of the build reads and transforms all of it again. */
let renderer: Promise<PublicPageRenderer> | undefined

/** The product as standalone starts it, without settings, secrets and words of a real installation. */
export async function createTestProduct({ settings, log, ...parts }: TestProductParts) {
  const ctx = contextOf({
    ...parts,
    secrets: SECRETS,
    settings: { ...readSettings({}), ...settings, publicUrl: PUBLIC_URL, mailFrom: 'hola@tarjeta.example' },
    embedded: undefined,
    kafka: undefined,
    mailPage: undefined,
    renderer: await (renderer ??= loadRenderer()),
    webRoot: join(DIST, 'web'),
    metrics: createMetrics(),
    log: log ?? createLog('silent'),
    say: () => undefined,
  })
  const { waitFor, statusOfModels, live, recorder } = ctx
  return { answer: createProduct(ctx), waitFor, statusOfModels, live, recorder }
}

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
