import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express'
import { readdirSync } from 'node:fs'
import { extname, join } from 'node:path'
import { acceptsBrotli, readyPage, type ReadyPage } from '../http/send.ts'
import { styleHash } from '../http/security-headers.ts'
import { readFile } from 'node:fs/promises'

const PACKED = '.br'

const YEAR_MS = 31_536_000_000
/** Parts are for downloads that go on after a break; these files are small, and have several forms. */
const WHOLE = { index: false, redirect: false, acceptRanges: false } as const

type Http = readonly [request: Request, response: Response, next: NextFunction]

export type WebFiles = ReturnType<typeof createWebFiles>

export function createWebFiles(root: string) {
  // Read at the first request; an installed build does not change.
  let names: ReadonlySet<string> | undefined
  const has = (path: string): boolean => {
    names ??= new Set(
      readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/')),
    )
    return names.has(path)
  }
  const sender =
    (files: RequestHandler) =>
    (path: string, ...[request, response, next]: Http): void => {
      if (!has(path) || path.endsWith(PACKED)) return next()
      const hasPacked = has(path + PACKED)
      const isPacked = hasPacked && acceptsBrotli(request)
      if (hasPacked) response.vary('Accept-Encoding')
      if (isPacked) response.type(extname(path)).setHeader('Content-Encoding', 'br')
      const wholeUrl = request.url
      request.url = `/${path}${isPacked ? PACKED : ''}`
      files(request, response, (error) => {
        request.url = wholeUrl
        response.removeHeader('Content-Encoding')
        response.removeHeader('Content-Type')
        next(error)
      })
    }
  return {
    has,
    /** Revalidated each time. Without such a file, `next` is called. */
    send: sender(express.static(root, { ...WHOLE, maxAge: 0 })),
    sendHashed: sender(express.static(root, { ...WHOLE, immutable: true, maxAge: YEAR_MS })),
  }
}

export interface DocumentTexts {
  readonly title: string
  readonly frame?: 'account'
}

/** A document of the build by its file's name; callers request only existing names. */
export type Documents = (name: string, texts?: DocumentTexts) => Promise<ReadyPage>

/** The build does not know the installation's address: it is inserted at the first request of a document. */
export function createDocuments(folder: string, publicUrl: string): Documents {
  const ready = new Map<string, ReadyPage>()
  return async (name, { title, frame = '' } = { title: '' }) => {
    const key = [name, title, frame].join()
    const cached = ready.get(key)
    if (cached !== undefined) return cached
    const html = (await readFile(join(folder, name), 'utf8'))
      .replaceAll('__PUBLIC_URL__', () => publicUrl)
      .replaceAll('__TITLE__', title)
      .replaceAll('__FRAME__', frame)
    const page = readyPage({ html, styleHashes: hashesOfStyles(html) })
    ready.set(key, page)
    return page
  }
}

const hashesOfStyles = (html: string): readonly string[] =>
  [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, css = '']) => styleHash(css))
