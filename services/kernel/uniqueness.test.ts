import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { emailAddress } from '@app/contracts/fields/email.ts'
import { accountStream } from '@app/contracts/accounts.ts'
import { activationCodeStream } from '@app/contracts/codes.ts'
import { readEvent, type DomainEvent, type PastEvent } from '@app/contracts/events/catalogue.ts'
import { slugStream } from '@app/contracts/profiles.ts'
import { Refusal, type RefusalCode } from '@app/contracts/refusals.ts'
import { account, type AccountCommand } from '../accounts/account.ts'
import { activationCode, type CodeCommand } from '../codes/activation-code.ts'
import type { Decider } from './decider.ts'
import { slug, type ClaimSlug } from '../profiles/profile.ts'
import { readStream } from './codec.ts'
import { append, envelop, handle, type Cause } from './commands.ts'
import { openMemoryEvents, withLog } from './testing/memory-events.ts'
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

/** Many act on one stream: one of them wins. */
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
    fc.uniqueArray(fc.nat(99), { minLength: 2, maxLength: 16 }),
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

const registrations = () =>
  oneWinner(account, accountStream('ana'), {
    before: [],
    commandOf: (credentialId): AccountCommand => ({
      type: 'Register',
      name: 'Ana',
      email: emailAddress.parse('ana@empresa.cl'),
      consent: 'c',
      credentialId,
    }),
    refusal: 'email-taken',
  })

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
  ['one address is one account, however many people register it', registrations],
  ['one code is one account’s, however many redeem it', redemptions],
  ['one slug is one profile’s, however many claim it', claims],
] as const

describe('whatever the order in which commands meet', () => {
  test.each(RULES)('%s [LOG-7]', async (_, rule) => {
    await fc.assert(rule() as fc.IAsyncProperty<unknown>, { seed, numRuns: runs(150) })
  })
})
