import { Router } from 'express'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readyPage, sendReadyPage, type ReadyPage } from './compression/send-page.ts'

export interface LandingDeps {
  readonly webRoot: string
  readonly publicUrl: string
}

/** By the name that web/build-landing.mjs gives them. */
const LANDING_PAGES: readonly [name: string, paths: string[]][] = [
  ['landing', ['/', '/landing']],
  ['inicio', ['/inicio']],
]
const PLACEHOLDER = '__PUBLIC_URL__'

/** Outside of the folder whose files are served as they are: the build does not know the installation's address. */
async function landingPage({ webRoot, publicUrl }: LandingDeps, name: string): Promise<ReadyPage> {
  const html = await readFile(join(webRoot, '../pages', `${name}.html`), 'utf8')
  return readyPage({ html: html.replaceAll(PLACEHOLDER, () => publicUrl), styleHashes: [] })
}

export function landingRoutes(deps: LandingDeps): Router {
  const router = Router()
  for (const [name, paths] of LANDING_PAGES) {
    let page: ReadyPage | undefined
    router.get(paths, async (_request, response) => {
      page ??= await landingPage(deps, name)
      sendReadyPage(response, page, [['Cache-Control', 'no-cache']])
    })
  }
  return router
}
