import pg from 'pg'
import { inject, beforeAll, afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { causeText, errorCause, createLog } from './log.ts'

const SECRET = 'ana.riquelme@correo.example'

let client: pg.Client
beforeAll(async () => {
  client = new pg.Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  await client.query(`create temporary table people (id integer unique, email text unique, age integer not null,
    constraint grown check (age > 17))`)
  await client.query('insert into people values (1, $1, 30)', [SECRET])
})
afterAll(() => client?.end())

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

/** The log's line for an error. */
function logged(error: unknown): string {
  let written = ''
  createLog('warn', { write: (line) => (written += line) }).error({ err: error }, 'request failed')
  return written
}

describe('an error of the database', () => {
  const insert = 'insert into people values ($1, $2, $3)'
  test.each([
    ['a row that exists already', insert, [2, SECRET, 30], /23505.*people.*people_email_key/],
    ['a row that lacks something', insert, [2, `x${SECRET}`, null], /23502.*people.*age/],
    ['a text that is not a number', insert, [2, SECRET, SECRET], /22P02/],
    ['a function of ours', `do $$ begin raise exception '${SECRET}'; end $$`, [], /P0001/],
  ])(
    'of %s is logged with its state, table and rule, and without data [PRIV-12]',
    async (_what, text, values, place) => {
      const error = await failureOf(client.query(text, values))
      expect(error).toBeInstanceOf(pg.DatabaseError)
      const line = logged(error)
      expect(line).toMatch(place)
      expect(line).toMatch(/"stack":"[^"]+error-cause\.pg\.test\.ts/)
      expect(line).not.toMatch(/riquelme|998877665544|"(?:detail|where|parameters|query)"/)
      expect(causeText(error)).toMatch(place)
      expect(causeText(error)).not.toMatch(/riquelme|998877665544/)
    },
  )

  test('that quotes no data keeps its message', async () => {
    expect(causeText(await failureOf(client.query('select 1 from nowhere')))).toBe(
      'relation "nowhere" does not exist (42P01)',
    )
  })
})

test('text that is not JSON is not quoted', () => {
  let error: unknown
  try {
    JSON.parse(SECRET)
  } catch (thrown) {
    error = thrown
  }
  expect(logged(error)).toContain('SyntaxError')
  // Node quotes the first ten characters.
  expect(logged(error)).not.toContain('riquel')
})

test('a schema error is logged by field and rule', () => {
  const { error } = z.strictObject({ age: z.int() }).safeParse({ age: SECRET, extra: 1, [SECRET]: 1 })
  expect(causeText(error)).toBe('does not fit its schema: invalid_type age, unrecognized_keys extra')
  expect(logged(error)).not.toContain('riquelme')
})

test('properties that libraries add to an error are omitted', () => {
  const error = Object.assign(new Error('no answer'), { code: 'ECONNRESET', input: SECRET, url: SECRET })
  expect(errorCause(error)).toEqual({
    type: 'Error',
    message: 'no answer',
    code: 'ECONNRESET',
    stack: expect.stringMatching(/^ {4}at /) as string,
  })
})

test.each([SECRET, { email: SECRET }, undefined, null])('a thrown value is not logged: %j', (value) => {
  expect(logged(value)).not.toContain('riquelme')
})
