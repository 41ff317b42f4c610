import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express'
import { readdirSync } from 'node:fs'
import { extname } from 'node:path'
import { acceptedEncoding, ENCODINGS, type Encoding } from '../http/send.ts'

/** The build writes them beside the files (web/build-compressed.mjs). */
const EXTENSIONS: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' }

const YEAR_MS = 31_536_000_000
/** Parts are for downloads that go on after a break; these files are small, and have several forms. */
const WHOLE = { index: false, redirect: false, acceptRanges: false } as const

type Http = readonly [request: Request, response: Response, next: NextFunction]

export type WebFiles = ReturnType<typeof createWebFiles>

const isCompressed = (path: string): boolean => Object.values(EXTENSIONS).includes(extname(path))

/** Files of the built client, each compressed as its reader accepts. */
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
      if (!has(path) || isCompressed(path)) return next()
      const available = ENCODINGS.filter((encoding) => has(path + EXTENSIONS[encoding]))
      const encoding = acceptedEncoding(request.headers['accept-encoding'], available)
      if (available.length > 0) response.vary('Accept-Encoding')
      if (encoding !== undefined) response.type(extname(path)).setHeader('Content-Encoding', encoding)
      const asked = request.url
      request.url = `/${path}${encoding === undefined ? '' : EXTENSIONS[encoding]}`
      files(request, response, (error) => {
        request.url = asked
        response.removeHeader('Content-Encoding')
        response.removeHeader('Content-Type')
        next(error)
      })
    }
  return {
    /** A path within the folder of the build. */
    has,
    /** Revalidated each time. Without such a file, `next` is called. */
    send: sender(express.static(root, { ...WHOLE, maxAge: 0 })),
    /** Files whose name changes with their content. */
    sendHashed: sender(express.static(root, { ...WHOLE, immutable: true, maxAge: YEAR_MS })),
  }
}
