import { expect, test } from 'vitest'
import { mailboxHolder, quotationOf } from '../../../tests/support/api/mailbox-holder.ts'
import { answerAfterQueueing } from '../../platform/http/send.ts'
import { useTestApi } from '../../../tests/support/api/test-api.ts'

const api = useTestApi({ answerTime: answerAfterQueueing })

test('a known and an unknown mailbox are answered in times whose medians differ by less than the spread of 200 tries [PRIV-16]', async () => {
  const [known, unknown] = ['conocida@correo.example', 'nadie@correo.example']
  await quotationOf(api, known)
  const holders = { known: mailboxHolder(api, known), unknown: mailboxHolder(api, unknown) }
  const times = { known: [] as number[], unknown: [] as number[] }
  const ask = async (which: 'known' | 'unknown') => {
    const from = performance.now()
    await (await holders[which].ask()).text()
    times[which].push(performance.now() - from)
  }
  for (let turn = 0; turn < 8; turn += 1)
    await Promise.all(Array.from({ length: 25 }, () => [ask('known'), ask('unknown')]).flat())
  const sorted = (which: 'known' | 'unknown') => times[which].toSorted((a, b) => a - b)
  const median = (which: 'known' | 'unknown') => sorted(which)[100]!
  const spread = (which: 'known' | 'unknown') => sorted(which).at(-1)! - sorted(which)[0]!
  const difference = Math.abs(median('known') - median('unknown'))
  expect(times.known).toHaveLength(200)
  expect(difference).toBeLessThan(Math.min(spread('known'), spread('unknown')))
  expect(sorted('unknown')[0]).toBeGreaterThanOrEqual(299)
})
