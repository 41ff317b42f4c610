import { Router } from 'express'
import { PRIVACY_LINK } from '@app/contracts/privacy/privacy-links.ts'
import { readyPage, sendReadyPage, type ReadyPage } from '../http/compression/send-page.ts'
import { ORDINARY } from './served-page.ts'
import type { PublicPageDeps } from './public-page-deps.ts'

export function privacyRoutes({ renderer, publicUrl, retention }: PublicPageDeps): Router {
  const router = Router()
  let page: ReadyPage | undefined
  router.get(PRIVACY_LINK.path, (_request, response) => {
    page ??= readyPage(renderer.privacy(retention, { publicUrl }))
    sendReadyPage(response, page, ORDINARY)
  })
  return router
}
