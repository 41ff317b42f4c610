import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { emailAddress } from '@app/contracts/fields/email.ts'
import { accountStream } from '@app/contracts/accounts/events.ts'
import { activationCodeStream } from '@app/contracts/codes.ts'
import { readEvent, type DomainEvent, type PastEvent } from '@app/contracts/events/catalogue.ts'
import { slugStream } from '@app/contracts/profiles/events.ts'
import { Refusal, type RefusalCode } from '@app/contracts/refusals.ts'
import { account, type AccountCommand } from '../accounts/account.ts'
import { activationCode, type CodeCommand } from '../codes/activation-code.ts'
import type { Decider } from './decider.ts'
import { slug, type ClaimSlug } from '../profiles/slug.ts'
import { readStream } from './codec.ts'
import { append, envelop, handle, type Cause } from './commands.ts'
import { openMemoryEvents, withLog } from './testing/memory-events.ts'
import { derivedIdKeys } from './keys/testing/names.ts'
import { createAccountIds } from './keys/keyed-ids.ts'
import { createMemoryLog } from './log/testing/memory-store.ts'
import { runs } from '../../tests/support/longer-runs.ts'

const seed = Number(process.env['TEST_SEED'])
const cause: Cause = {
  actor: { kind: 'system', id: 'test' },
  occurredAt: '2026-03-02T12:00:00.000Z',
  correlationId: '0190b5a0-7c1e-7d3a-8f00-000000000001',
}
const uuid = (n: number): string => `0190b5a0-7c1e-7d3a-8f00-${String(n).padStart(12, '0')}`

/** A memory store whose calls run in the scheduler's order. */
async function openWorld(scheduler: fc.Scheduler) {
  let ids = 0
  const newId = (): string => uuid((ids += 1))
  const store = await openMemoryEvents(createMemoryLog(), { now: () => new Date('2026-03-02'), newId })
  const turn = async () => scheduler.schedule(Promise.resolve())
  const raced = withLog(store, {
    readStream: async (...call) => {
      await turn()
      return store.log.readStream(...call)
    },
    append: async (stream, expected, events) => {
      await turn()
      return store.log.append(stream, expected, events)
    },
  })
  const write = async (stream: string, ...events: readonly DomainEvent[]): Promise<void> => {
    await append(
      store,
      stream,
      'noStream',
      events.map((event) => envelop(event, newId(), cause)),
    )
  }
  /** Outcome of one command: done, or refused by which rule. */
  const act = <State, Command>(decider: Decider<State, Command>, stream: string, command: Command) =>
    handle(raced, decider, { stream, command, cause, newId }).then(
      () => 'done' as const,
      (error: unknown): RefusalCode => {
        if (error instanceof Refusal) return error.code
        throw error
      },
    )
  const all = async <Outcome>(work: readonly Promise<Outcome>[]): Promise<readonly Outcome[]> => {
    await scheduler.waitFor(Promise.allSettled(work))
    return Promise.all(work)
  }
  const eventsOf = async (stream: string): Promise<readonly PastEvent[]> =>
    (await readStream(store, stream)).map(readEvent)
  return { act, all, write, eventsOf }
}

const countOf = (events: readonly PastEvent[], type: PastEvent['type']): number =>
  events.filter((event) => event.type === type).length

const ADDRESS = 'josé.núñez@empresa.cl'
const accountIdOf = createAccountIds(derivedIdKeys(Buffer.alloc(32, 1)))
const spelling = fc
  .tuple(
    fc.array(fc.boolean(), { minLength: ADDRESS.length, maxLength: ADDRESS.length }),
    fc.constantFrom('NFC' as const, 'NFD' as const),
    fc.constantFrom('', ' ', '\u3000', '\u202a'),
    fc.constantFrom('@', '＠', '\u200b@'),
  )
  .map(([upper, form, around, at]) => {
    const dressed = [...ADDRESS].map((letter, index) => (upper[index] ? letter.toUpperCase() : letter))
    return around + dressed.join('').normalize(form).replace('@', at) + around
  })

/** Many register one address in many spellings, by password or provider: one account is created. */
const registrations = () =>
  fc.asyncProperty(
    fc.scheduler(),
    fc.array(fc.tuple(spelling, fc.boolean()), { minLength: 2, maxLength: 12 }),
    async (scheduler, people) => {
      const world = await openWorld(scheduler)
      const outcomes = await world.all(
        people.map(([email, isExternal], nth) => {
          const who = { name: `Persona ${nth}`, email: emailAddress.parse(email), consent: 'c' }
          const command: AccountCommand = isExternal
            ? { type: 'RegisterExternally', ...who, issuer: 'https://accounts.example', subject: 'one' }
            : { type: 'Register', ...who, credentialId: uuid(nth) }
          return world.act(account, accountStream(accountIdOf(email)), command)
        }),
      )
      const events = await world.eventsOf(accountStream(accountIdOf(ADDRESS)))
      expect(countOf(events, 'AccountRegistered')).toBe(1)
      const isByPassword = events.some(
        (event) => event.type === 'AccountRegistered' && event.data.credentialId,
      )
      const byPassword = outcomes.filter((_, nth) => people[nth]?.[1] === false)
      const taken = byPassword.filter((outcome) => outcome === 'email-taken')
      expect(taken).toHaveLength(byPassword.length - (isByPassword ? 1 : 0))
    },
  )

/** Many act on one stream, many times: one of them wins, and may act again. */
const oneWinner = <State, Command>(
  decider: Decider<State, Command>,
  stream: string,
  rival: {
    readonly before: readonly DomainEvent[]
    readonly commandOf: (id: string) => Command
    readonly refusal: RefusalCode
  },
) =>
  fc.asyncProperty(
    fc.scheduler(),
    fc.array(fc.integer({ min: 0, max: 7 }), { minLength: 2, maxLength: 16 }),
    async (scheduler, rivals) => {
      const world = await openWorld(scheduler)
      if (rival.before.length > 0) await world.write(stream, ...rival.before)
      const act = (nth: number) => world.act(decider, stream, rival.commandOf(uuid(nth)))
      const outcomes = await world.all(rivals.map(act))
      const winners = new Set(rivals.filter((_, at) => outcomes[at] === 'done'))
      expect(winners.size).toBe(1)
      expect(outcomes).toEqual(rivals.map((nth) => (winners.has(nth) ? 'done' : rival.refusal)))
      expect(await world.eventsOf(stream)).toHaveLength(rival.before.length + 1)
    },
  )

const redemptions = () =>
  oneWinner(activationCode, activationCodeStream('K7WM-3XQA-9PZT'), {
    before: [{ type: 'CodeIssued', data: { maxProfiles: 3, sealedCode: 'sealed' } }],
    commandOf: (accountId): CodeCommand => ({ type: 'RedeemCode', accountId }),
    refusal: 'invalid-code',
  })

const claims = () =>
  oneWinner(slug, slugStream('ana-paz'), {
    before: [],
    commandOf: (profileId): ClaimSlug => ({ type: 'ClaimSlug', profileId }),
    refusal: 'conflict',
  })

const RULES = [
  ['one address is one account, however many people and spellings register it', registrations],
  ['one code is one account’s, however many redeem it', redemptions],
  ['one slug is one profile’s, however many claim it', claims],
] as const

describe('whatever the order in which commands meet', () => {
  test.each(RULES)('%s [LOG-7]', async (_, rule) => {
    await fc.assert(rule() as fc.IAsyncProperty<unknown>, { seed, numRuns: runs(150) })
  })
})
