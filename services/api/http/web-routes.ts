import express, { Router } from 'express'
import { join } from 'node:path'

const YEAR_SECONDS = 31_536_000
const RESET = '/auth/reset'
const APP_ROUTES = [
  '/login',
  '/register',
  '/reset-password',
  '/auth/forgot-password',
  RESET,
  '/auth/reset/success',
  '/activate',
  '/profile',
  '/dashboard',
  '/admin',
]

export function webRoutes(webRoot: string): Router {
  const router = Router()
  for (const folder of ['assets', 'public-assets']) {
    router.use(
      `/${folder}`,
      express.static(join(webRoot, folder), {
        index: false,
        immutable: true,
        maxAge: YEAR_SECONDS * 1_000,
        // A missing hashed file is from another build: a page in its place would not help.
        fallthrough: false,
      }),
    )
  }
  router.get('/', (_request, response) => {
    response.redirect(302, '/dashboard')
  })
  // The address holds a secret until the page removes it; no request may send it as referrer.
  router.get(RESET, (_request, response, next) => {
    response.setHeader('Referrer-Policy', 'no-referrer')
    next()
  })
  router.get(APP_ROUTES, (_request, response) => {
    response.setHeader('Cache-Control', 'no-cache')
    response.sendFile('index.html', { root: webRoot })
  })
  router.use(express.static(webRoot, { index: false, redirect: false, maxAge: 0 }))
  return router
}
