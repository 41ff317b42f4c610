import { expect, test } from 'vitest'
import { z } from 'zod'
import { every } from '../../tests/support/every.ts'
import { addressesOf, bodyTypeOf, type Call, answerHeadersOf, requestHeadersOf, refusalsOf } from './call.ts'
import { CALLS } from './calls.ts'
import { postActivate } from '../auth-calls.ts'
import { getAdminUsers } from '../administration.ts'
import { postUpload } from '../media.ts'
import { getMyProfiles } from '../profile-calls.ts'
import { postTrack } from '../taps.ts'

const NAMED = CALLS.map((call) => [`${call.method} ${call.path}`, call] as const)

/** A body may have several forms. */
const formsOf = (body: z.ZodType): readonly z.ZodType[] =>
  body instanceof z.ZodDiscriminatedUnion ? (body.options as readonly z.ZodType[]) : [body]

test('every call is for administrators alone where its path says so [ACC-1]', () =>
  every(NAMED, ({ access, path }) => expect(access === 'admin').toBe(path.startsWith('/api/admin/'))))

test('every call refuses an unknown field where it changes something, because the name may be mistyped', () =>
  every(NAMED, (call) => {
    if (call.method !== 'put' || bodyTypeOf(call) !== 'json') return
    for (const body of formsOf(call.body)) {
      const issues = body.safeParse({ mistyped: 1 }).error?.issues ?? []
      expect(issues.map(({ code }) => code)).toContain('unrecognized_keys')
    }
  }))

test('every call names the read models that it reads only where it writes nothing', () =>
  every(NAMED, (call) => {
    if (call.reads === undefined) return
    expect(call.method).toBe('get')
    expect(call.reads.length).toBeGreaterThan(0)
    expect(new Set(call.reads).size).toBe(call.reads.length)
  }))

test('every call can wait for a position exactly where it reads read models', () =>
  every(NAMED, (call) => {
    const waits = call.reads !== undefined
    expect(requestHeadersOf(call).includes('Wait-For-Position')).toBe(waits)
    expect(answerHeadersOf(call).includes('Stale')).toBe(waits)
  }))

test('every call has its parameters in its path, and an English summary', () =>
  every(NAMED, (call) => {
    for (const address of addressesOf(call)) {
      const inPath = [...address.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      expect(new Set(Object.keys((call.params as z.ZodObject).shape))).toEqual(new Set(inPath))
    }
    expect(call.summary).toMatch(/^[A-Z].*\.$/)
  }))

test('a call is refused by what its access, its fields, its limit and its key can lead to', () => {
  const of = (call: Call) => refusalsOf(call).toSorted().join(' ')
  expect(of(postActivate)).toBe(
    'account-inactive already-activated invalid invalid-code malformed too-large too-many unauthenticated unavailable unsupported-media',
  )
  expect(of(getMyProfiles)).toBe(
    'account-inactive malformed needs_activation too-many unauthenticated unavailable',
  )
  expect(of(getAdminUsers)).toBe(
    'account-inactive forbidden invalid malformed too-many unauthenticated unavailable',
  )
  expect(of(postTrack)).toContain('event-id-taken')
  expect(of(postUpload)).toContain('image-too-large')
})

const names = CALLS.flatMap((call) =>
  addressesOf(call).map((address) => `${call.method} ${address.replaceAll(/\{\w+\}/g, '{}')}`),
)

test('no two calls have the same method and path', () => expect(new Set(names).size).toBe(names.length))
