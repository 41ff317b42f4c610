import { Router } from 'express'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { PRODUCT } from '@app/contracts/product.ts'
import { createEncodedBody, sendBody, versionOf } from '../http/send.ts'
import { openApiDocument } from '../http/openapi/document.ts'

const PAGE = `<!doctype html>
<html lang="es-CL"><head><meta charset="utf-8"><title>API · ${PRODUCT.name}</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="only light">
<link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="/api/docs/swagger-ui.css"></head>
<body><div id="swagger-ui"></div>
<script src="/api/docs/swagger-ui-bundle.js"></script><script src="/api/docs/start.js"></script></body></html>`
const START = `window.ui = SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#swagger-ui', validatorUrl: null })`

const ASSETS = ['swagger-ui.css', 'swagger-ui-bundle.js']

export function docsRoutes(publicUrl: string): Router {
  const router = Router()
  // Made for the first reader: it would be a twentieth of a second of each start.
  let made: ReturnType<typeof createEncodedBody> | undefined
  const assets = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  router.get('/api/openapi.json', (_request, response) => {
    response.setHeader('Content-Type', 'application/json; charset=utf-8')
    made ??= createEncodedBody(JSON.stringify(openApiDocument(publicUrl)))
    sendBody(response, made, versionOf(made.plain))
  })
  router.get('/api/docs', (_request, response) => {
    response.type('html').send(PAGE)
  })
  router.get('/api/docs/start.js', (_request, response) => {
    response.type('js').send(START)
  })
  for (const file of ASSETS)
    router.get(`/api/docs/${file}`, (_request, response) => {
      response.sendFile(file, { root: assets, maxAge: '1d' })
    })
  return router
}
