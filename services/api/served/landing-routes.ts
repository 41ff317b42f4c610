import { Router } from 'express'
import { join } from 'node:path'
import { sendReadyPage } from '../http/compression/send-page.ts'
import { createDocuments } from './documents.ts'

/** By the name that web/build-landing.mjs gives them. */
const LANDING_PAGES: readonly [name: string, paths: string[]][] = [
  ['landing.html', ['/', '/landing']],
  ['inicio.html', ['/inicio']],
]

export function landingRoutes(webRoot: string, publicUrl: string): Router {
  const router = Router()
  const documents = createDocuments(join(webRoot, '../pages'), publicUrl)
  for (const [name, paths] of LANDING_PAGES) {
    router.get(paths, async (_request, response) => {
      sendReadyPage(response, await documents(name), [['Cache-Control', 'no-cache']])
    })
  }
  return router
}
