import { Router } from 'express'
import { PRIVACY_LINK } from '@app/contracts/privacy/privacy-links.ts'
import type { RetentionPeriods } from '@app/contracts/privacy/retention-periods.ts'
import type { PublicPageRenderer } from '@app/contracts/public-page.ts'
import { readyPage, sendReadyPage, type ReadyPage } from '../http/compression/send-page.ts'
import { ORDINARY } from './served-page.ts'

export interface PrivacyDeps {
  readonly renderer: PublicPageRenderer
  readonly publicUrl: string
  readonly retention: RetentionPeriods
}

export function privacyRoutes({ renderer, publicUrl, retention }: PrivacyDeps): Router {
  const router = Router()
  let page: ReadyPage | undefined
  router.get(PRIVACY_LINK.path, (_request, response) => {
    page ??= readyPage(renderer.privacy(retention, { publicUrl }))
    sendReadyPage(response, page, ORDINARY)
  })
  return router
}
