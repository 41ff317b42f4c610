import { Router, type NextFunction, type Request, type RequestHandler, type Response } from 'express'
import { MY_DATA_LINK } from '@app/contracts/privacy/consents.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { sendReadyPage, type ReadyPage, type Headers } from '../http/send.ts'
import { createDocuments, type Documents, type DocumentTexts, type WebFiles } from './web-files.ts'
import { join } from 'node:path'

const RESET = '/auth/reset'
const { path: MY_DATA, text: MY_DATA_TITLE } = MY_DATA_LINK
/** By address; the title is for messengers, and for the frame that is shown before the client has started. */
const APP_ROUTES: Readonly<Record<string, DocumentTexts>> = {
  '/login': { title: 'Iniciar Sesión', frame: 'account' },
  '/register': { title: 'Crea tu cuenta', frame: 'account' },
  '/reset-password': { title: 'Recupera tu contraseña', frame: 'account' },
  '/auth/forgot-password': { title: 'Recupera tu contraseña', frame: 'account' },
  [RESET]: { title: 'Crea una contraseña nueva' },
  '/auth/reset/success': { title: 'Contraseña actualizada' },
  '/activate': { title: 'Activa tu cuenta' },
  '/profile': { title: 'Iniciar Sesión' },
  [MY_DATA]: { title: MY_DATA_TITLE },
  '/dashboard': { title: 'Analytics Dashboard' },
  '/admin': { title: 'Panel de Administración' },
}
const UNKNOWN: DocumentTexts = { title: 'Esta página no existe' }
const CLIENT = 'index.html'
const REVALIDATED: Headers = [['Cache-Control', 'no-cache']]

const asksForPage = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD'

const sendDocument = (response: Response, page: ReadyPage): void => sendReadyPage(response, page, REVALIDATED)

export function webRoutes(files: WebFiles, documents: Documents): Router {
  const router = Router()
  for (const folder of ['assets', 'public-assets']) {
    router.get(`/${folder}/:file`, (request, response, next) => {
      // A missing hashed file is from another build: a page in its place would not help.
      const orNotFound: NextFunction = (error) => next(error ?? new Refusal('not-found'))
      files.sendHashed(`${folder}/${request.params.file}`, request, response, orNotFound)
    })
  }
  // The address holds a secret until the page removes it; no request may send it as referrer.
  router.get([RESET, MY_DATA], (_request, response, next) => {
    response.setHeader('Referrer-Policy', 'no-referrer')
    response.setHeader('X-Robots-Tag', 'noindex')
    next()
  })
  for (const [path, texts] of Object.entries(APP_ROUTES))
    router.get(path, async (_request, response) => sendDocument(response, await documents(CLIENT, texts)))
  router.use((request, response, next) => {
    const name = request.path.slice(1)
    if (name === CLIENT) next()
    else files.send(name, request, response, next)
  })
  return router
}

/** For every other address: the client shows that there is no such page. */
export const unknownPage =
  (files: WebFiles, documents: Documents): RequestHandler =>
  async (request, response) => {
    if (!asksForPage(request) || !files.has(CLIENT)) throw new Refusal('not-found')
    sendDocument(response.status(404), await documents(CLIENT, UNKNOWN))
  }

const LANDING_PAGES: readonly [name: string, paths: string[]][] = [
  ['landing.html', ['/', '/landing']],
  ['inicio.html', ['/inicio']],
]

export const SCREENS = [...Object.keys(APP_ROUTES), ...LANDING_PAGES.flatMap(([, paths]) => paths)]

export function landingRoutes(webRoot: string, publicUrl: string): Router {
  const router = Router()
  const documents = createDocuments(join(webRoot, '../pages'), publicUrl)
  for (const [name, paths] of LANDING_PAGES) {
    router.get(paths, async (_request, response) => {
      sendDocument(response, await documents(name))
    })
  }
  return router
}
