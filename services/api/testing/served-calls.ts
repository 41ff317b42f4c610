import type { Express } from 'express'
import type { Call } from '@app/contracts/api/call.ts'
import { servedRoutes } from '../http/method-not-allowed.ts'

export const callNameOf = ({ method, path }: Pick<Call, 'method' | 'path'>): string => `${method} ${path}`

/** The calls that an Express app really serves, as `get /api/profile/{id}`. */
export const servedBy = (app: Express): readonly string[] =>
  servedRoutes(app).flatMap(({ path, methods }) =>
    methods.map((method) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`),
  )

interface TestFile {
  readonly path: string
  readonly text: string
}

/** A call's address as tests write it: each parameter a word, or something put in. */
export function addressPattern({ path }: Pick<Call, 'path'>): RegExp {
  const parts = path.split(/\{\w+\}/).map((part) => part.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&'))
  return new RegExp(`['"\`\\n}]${parts.join('(?:\\$\\{[^`]*?\\}|[\\w%.-]+)')}(?=['"\`?]|\\$\\{)`)
}

const METHOD_WORDS: Readonly<Record<Call['method'], RegExp>> = {
  get: /./,
  post: /\.post\(|'POST'/,
  put: /\.put\(|'PUT'/,
  delete: /\.delete\(|'DELETE'/,
}

/** Test files that make a call, without those that make many calls for another purpose. */
export const testsOf = (call: Call, files: readonly TestFile[]): readonly string[] =>
  files
    .filter(({ text }) => addressPattern(call).test(text) && METHOD_WORDS[call.method].test(text))
    .map(({ path }) => path)
    .filter((path) => !/(?:access|methods)\.http\.test\.ts$/.test(path))
