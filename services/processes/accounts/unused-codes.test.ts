import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { createMemoryLog, openMemoryEventStore } from '@app/event-store/testing/memory-store.ts'
import { newId } from '@app/event-store/ids.ts'
import { CODE_SEALS, NAMES } from '@app/vault/testing/names.ts'
import { issueCodes } from './issue-code.ts'
import { BY_ANA, now, redeem, release } from '../testing/people.ts'
import { unusedCodes } from './unused-codes.ts'

test('unused codes are listed in printed form', async () => {
  const store = await openMemoryEventStore(createMemoryLog(), { now, newId })
  const deps = { store, names: NAMES, codeSeals: CODE_SEALS, now, newId, below: (n: number) => randomInt(n) }
  const issued = await issueCodes(deps, { count: 3, maxProfiles: 2, actor: BY_ANA })
  await redeem(store, issued[1])
  await redeem(store, issued[2])
  await release(store, issued[2])

  const listed: string[] = []
  for await (const page of unusedCodes({ sealed: store, codeSeals: CODE_SEALS })) listed.push(...page)
  expect(listed).toEqual([issued[0], issued[2]])
})
