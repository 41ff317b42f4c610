import type { Express } from 'express'
import { addressesOf, type Call } from '@app/contracts/api/call.ts'
import { servedRoutes } from '../http/served-routes.ts'

/** Calls of the specification (§7), in its order, as the document names them. */
export const SPECIFIED = `
post /api/auth/login
post /api/auth/register
post /api/auth/emergent-login
post /api/auth/forgot-password
get /api/auth/verify-reset-token/{token}
post /api/auth/reset-password
post /api/auth/activate
post /api/quotations
get /api/profiles/me
post /api/profiles/create
get /api/profile/{id}
put /api/profile/{id}
post /api/upload/{kind}/{profileId}
delete /api/upload/{kind}/{profileId}
get /api/files/{fileRef}
get /api/analytics/{profileId}/unified
get /api/analytics/{profileId}/insights
get /api/analytics/{profileId}/executive-report
get /api/analytics/{profileId}
get /api/analytics/{profileId}/monthly-comparison
get /api/admin/users
put /api/admin/users/{id}
get /api/admin/activation-codes
post /api/admin/activation-codes
get /api/admin/quotations
put /api/admin/quotations/{id}
get /api/admin/profiles
delete /api/admin/profiles/{id}
put /api/admin/profiles/{id}/status
put /api/admin/profiles/{id}/slug
get /api/admin/reminders
get /api/public/profile/{slug}
post /api/public/track/{profileId}
get /profile/{slug}/vcf
post /api/public/identify/{profileId}
post /api/reminders/subscribe`
  .trim()
  .split('\n')

export const callNameOf = ({ method, path }: Pick<Call, 'method' | 'path'>): string => `${method} ${path}`

/** The calls that an Express app really serves, as `get /api/profile/{id}`. */
export const servedBy = (app: Express): readonly string[] =>
  servedRoutes(app).flatMap(({ path, methods }) =>
    methods.map((method) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`),
  )

export interface TestFile {
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

interface Operation {
  readonly security: readonly object[]
}
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`
const HEAD = [
  row('call', 'who', 'token', 'limit', 'Idempotency-Key', 'tests'),
  row('---', '---', '---', '---', '---', '---'),
]

const WHO: Readonly<Record<Call['access'], string>> = {
  everyone: 'everyone',
  optional: 'everyone; a token says whose view it is',
  'signed-in': 'signed in',
  activated: 'signed in and activated',
  admin: 'administrators',
}

function rowOf(call: Call, document: OpenApi, files: readonly TestFile[]): string {
  const { security = [] } = document.paths[call.path]?.[call.method] ?? {}
  const needs = security.length > 0 && security.every((one) => 'bearer' in one)
  const token = needs ? 'needed' : security.length > 0 ? 'welcome' : 'none'
  const tests = testsOf(call, files).map((path) => `\`${path.replace(/^.*\//, '').replace('.test.ts', '')}\``)
  return row(
    addressesOf(call)
      .map((address) => `\`${call.method.toUpperCase()} ${address}\``)
      .join(' or '),
    WHO[call.access],
    token,
    call.limit?.name ?? '',
    call.idempotent ?? '',
    tests.join(' '),
  )
}

/** docs/calls.md, made of the document, the served routes and the existing tests. */
export function callsTable(given: {
  readonly calls: readonly Call[]
  readonly document: OpenApi
  readonly served: readonly string[]
  readonly files: readonly TestFile[]
}): string {
  const { calls, document, served, files } = given
  const byName = new Map(calls.map((call) => [callNameOf(call), call]))
  const aliases = new Set(calls.map(({ method, alias = '' }) => `${method} ${alias}`))
  const specified = SPECIFIED.map((name) => {
    const call = byName.get(name)
    const [method = '', path = ''] = name.split(' ')
    return call === undefined
      ? row(`\`${method.toUpperCase()} ${path}\``, 'not built yet: answers 404', '', '', '', '')
      : rowOf(call, document, files)
  })
  const more = calls.filter((call) => !SPECIFIED.includes(callNameOf(call)))
  const others = served.filter((name) => !byName.has(name) && !aliases.has(name))
  return [
    '# Every call, and where it is tested',
    '',
    'Made by `services/api/http/calls-table.test.ts` out of the OpenAPI document, the routes that are served and the tests that',
    'call them; that test fails when this page is another. Write it anew with',
    '`npx vitest run services/api/http/calls-table.test.ts -u`. Every call is also tested in every role by `access.http`.',
    '',
    '## Of the specification',
    '',
    ...HEAD,
    ...specified,
    '',
    '## Beyond it',
    '',
    ...HEAD,
    ...more.map((call) => rowOf(call, document, files)),
    '',
    '## Pages and files',
    '',
    others.map((name) => `\`${name.replace(/^\w+/, (method) => method.toUpperCase())}\``).join(', '),
    '',
  ].join('\n')
}
