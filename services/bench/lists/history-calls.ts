import { accountStream } from '@app/contracts/events/account-events.ts'
import { profileStream } from '@app/contracts/events/profile-events.ts'
import { CALL_FOR_ALL, type HistorySizes } from './history-events.ts'
import { accountIdOf, LISTS_UNTIL_MS, profileIdOf, YEAR_MS } from './list-events.ts'

interface HistoryCall {
  readonly title: string
  readonly path: (who: { readonly sizes: HistorySizes; readonly administratorId: string }) => string
}

/** As many as a screen shows. */
const PAGE = 20

/** As `Link` writes it, whose module belongs to the API. */
const MIDDLE = `&after=${Buffer.from(`-at ${LISTS_UNTIL_MS - YEAR_MS / 2} 1`).toString('base64url')}`
const WEEK = '&from=2026-06-01&to=2026-06-07'
const HALF = '&from=2026-01-01&to=2026-05-31'
const BUSIEST = `entity=${profileStream(profileIdOf(0))}`
const LOG = 'entity=log'
const MANY = 'catalina'
const ADMINISTRATOR = 'administrator'

type Who = Parameters<HistoryCall['path']>[0]
const by = ({ administratorId }: Who): string => `person=${accountStream(administratorId)}`
const middleOf = ({ sizes }: Who): number => Math.floor(sizes.people / 2)

const CALLS: Readonly<Record<string, (who: Who) => string>> = {
  'first page': () => '',
  'page from the middle': () => MIDDLE,
  'a profile': (who) => `entity=${profileStream(profileIdOf(middleOf(who)))}`,
  'the busiest profile': () => BUSIEST,
  'the busiest profile, from the middle': () => BUSIEST + MIDDLE,
  'the busiest profile, a rare type': () => `${BUSIEST}&type=ThemeApplied`,
  'profiles and accounts of many': () => `entity=${MANY}`,
  'profiles and accounts of many, from the middle': () => `entity=${MANY}${MIDDLE}`,
  'profiles and accounts of many, a type': () => `entity=${MANY}&type=ProfileEdited`,
  'a person': (who) => `person=persona+${middleOf(who)}`,
  'persons of many': () => `person=${MANY}`,
  [ADMINISTRATOR]: (who) => by(who),
  [`${ADMINISTRATOR}, from the middle`]: (who) => by(who) + MIDDLE,
  [`${ADMINISTRATOR}, a type`]: (who) => `${by(who)}&type=ProfileLimitChanged${MIDDLE}`,
  [`${ADMINISTRATOR}, of one account`]: (who) =>
    `${by(who)}&entity=${accountStream(accountIdOf(middleOf(who)))}`,
  'owner of the busiest profile, a rare type': () =>
    `person=${accountStream(accountIdOf(0))}&type=ThemeApplied`,
  'owner of the busiest profile, in the log': () => `person=${accountStream(accountIdOf(0))}&${LOG}`,
  'owner of the busiest profile, a rare type in the log': () =>
    `person=${accountStream(accountIdOf(0))}&${LOG}&type=HistoryRead`,
  'a common type': () => 'type=ProfileEdited',
  'a rare type': () => 'type=ThemeApplied',
  'a call': () => `correlation=${CALL_FOR_ALL}`,
  'a call, of one account': (who) =>
    `correlation=${CALL_FOR_ALL}&entity=${accountStream(accountIdOf(middleOf(who)))}`,
  'a week': () => WEEK,
  'five months': () => HALF,
  'five months, a rare type': () => `${HALF.replace('2026-01-01', '2025-11-01')}&type=ThemeApplied`,
  'a week, the busiest profile': () => `${BUSIEST}${WEEK}`,
}

/** By the name of the variant. */
export const HISTORY_CALLS: Readonly<Record<string, HistoryCall>> = Object.fromEntries(
  Object.entries(CALLS).map(([title, query]) => [
    title,
    { title, path: (who) => `/api/admin/history?limit=${PAGE}&${query(who)}` },
  ]),
)
