import type { UnifiedAnalytics } from '@app/contracts/analytics/calls.ts'
import { DEFINITIONS, RULES_VERSION } from '@app/contracts/traffic/definitions.ts'
import type { NewEvent } from '@app/contracts/event-store.ts'
import { append } from '@app/services/kernel/commands.ts'
import { PASSWORD, type TestApi } from '../support/api/test-api.ts'
import { recount, recordedOf, type Asked } from './recount.ts'
import type { Told } from './told.ts'

const ASKED: readonly UnifiedAnalytics['date_range'][] = ['7d', '1m', '3m', '6m', '12m', 'all-time']
const APPENDS_AT_ONCE = 40

/** Appends events as the product's writers do, concurrently, each at the end of its stream. */
export async function tell(api: Pick<TestApi, 'store' | 'bare'>, told: readonly Told[]): Promise<void> {
  for (let n = 0; n < told.length; n += APPENDS_AT_ONCE) {
    await Promise.all(
      told.slice(n, n + APPENDS_AT_ONCE).map((one) => append(api.store, one.stream, 'noStream', [one.event])),
    )
  }
}

/** The product's answers at one moment. Each moment has its own session, because the test's clock jumps. */
export interface Moment {
  unified(
    profileId: string,
    range: UnifiedAnalytics['date_range'],
    narrowed?: Readonly<Record<string, string>>,
  ): Promise<UnifiedAnalytics>
}

export async function momentOf(api: TestApi, nowMs: number): Promise<Moment> {
  api.clock.set(new Date(nowMs).toISOString())
  await api.settle()
  const token = await api.tokenOf(api.admin.email, PASSWORD)
  return { unified: (...asked) => api.figuresFor(token, ...asked) }
}

/** Figures of hosts or devices outside the tables; only their sum is recounted. */
type Loose = 'referrers' | 'devices'

export interface Truth {
  readonly profileId: string
  readonly profileName: string
  readonly log: readonly NewEvent[]
  readonly nowMs: number
  readonly loose?: readonly Loose[]
  readonly own?: Asked['own']
  readonly filter?: Asked['filter']
}

const sumOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)

/** Differences between the product and the recount, one line a field. */
export async function deviationsOf(moment: Moment, truth: Truth): Promise<readonly string[]> {
  const { profileId, profileName, log, nowMs, loose = [], own, filter } = truth
  const narrowed = { ...own, ...filter } as Readonly<Record<string, string>>
  const deviations: string[] = []
  const recorded = recordedOf(log, profileId)
  for (const range of own === undefined ? ASKED : ASKED.slice(0, 1)) {
    // The profile's creation is not traffic; analytics.pg.test.ts tests it.
    const {
      log_position: position,
      profile_since: _since,
      ...answer
    } = await moment.unified(profileId, range, narrowed)
    const wanted = {
      ...recount(recorded, { range, nowMs, ...(own && { own }), ...(filter && { filter }) }),
      profile_name: profileName,
      reminders: { active: 0, converted: 0 }, // the scenarios have no subscriptions
      definitions: { ...DEFINITIONS },
      rules_version: RULES_VERSION,
      lag_seconds: answer.lag_seconds === null ? null : 0, // a busy log does not always answer
    }
    const visits = Object.fromEntries(loose.map((field) => [field, { sum: wanted.total_visits }]))
    const sums = Object.fromEntries(loose.map((field) => [field, { sum: sumOf(answer[field]) }]))
    const where = [range, ...Object.values(narrowed), 'at', new Date(nowMs).toISOString()].join(' ')
    deviations.push(...differences(where, { ...wanted, ...visits }, { ...answer, ...sums }))
    if (!/^\d+$/.test(position)) deviations.push(`${where} log_position: ${position}`)
  }
  return deviations
}

/** Compares recursively, down to each figure. */
function differences(where: string, wanted: unknown, got: unknown): readonly string[] {
  if (!isTree(wanted) || !isTree(got)) {
    return Object.is(wanted, got) ? [] : [`${where}: ${shown(wanted)} expected, ${shown(got)} given`]
  }
  const keys = [...new Set([...Object.keys(wanted), ...Object.keys(got)])]
  return keys.flatMap((key) => differences(`${where} ${key}`, valueAt(wanted, key), valueAt(got, key)))
}

const isTree = (value: unknown): value is object => typeof value === 'object' && value !== null
const valueAt = (tree: object, key: string): unknown => (tree as Readonly<Record<string, unknown>>)[key]
const shown = (value: unknown): string => JSON.stringify(value) ?? 'nothing'
